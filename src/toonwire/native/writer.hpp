// §5, §8 to §10: the document of a value.
//
// Contract: the text of toonwire.reference.encoder for values of exactly the types None, bool, int, float,
// str, list and dict with str keys; `declined` for all others and for whatever the reference refuses.  The
// forms follow from the value's shape: a tabular form is tried first and taken back where it does not fit.
// Objects and lists that are begun wait on a stack of their own, so that depth costs no stack of the thread.
// No code of the user's runs meanwhile, so the value cannot change and references to its parts are borrowed.
//
// Each line is written with its LF; the last LF is left out in the end.
#pragma once

#include <Python.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "buffer.hpp"
#include "declined.hpp"
#include "numbers.hpp"
#include "records.hpp"
#include "scalars.hpp"
#include "shape.hpp"
#include "strings.hpp"
#include "words.hpp"

namespace toonwire {

class writer {
    // An object's fields or a list's items that are being written.
    struct frame {
        PyObject* box;
        Py_ssize_t at;
        Py_ssize_t left;     // fields that are not written
        std::size_t lead;    // spaces before the next line: none where a hyphen has begun it (§10)
        std::size_t indent;  // spaces before all others
        PyObject *key, *value;  // of an object's next field; `at` is behind it
    };
    enum class place { root, field, item };

    const style how;
    buffer out;
    stack<frame, 64> open;
    shape rows;
    bool careful = false;  // a table with nested groups has failed: look through the next one first

public:
    writer(const style& options, bool as_bytes) noexcept : how(options), out(as_bytes) {}

    PyObject* write(PyObject* root) {
        char* at = out.start();
        if (is_dict(root)) {
            at = put_object(at, root, place::root, 0);
        } else if (is_list(root)) {
            at = put_list(at, root, place::root, how.indent);
        } else {
            at = put_root_scalar(at, root);
        }
        while (!open.empty()) {
            at = is_dict(open.top().box) ? put_fields(at) : put_items(at);
        }
        return out.finish(at == out.start() ? at : at - 1);
    }

private:
    char* put_root_scalar(char* at, PyObject* root) {
        constexpr Py_UCS4 byte_order_mark = 0xfeff;
        const bool marked = PyUnicode_CheckExact(root) && PyUnicode_IS_COMPACT(root) &&
                            PyUnicode_GET_LENGTH(root) != 0 && PyUnicode_READ_CHAR(root, 0) == byte_order_mark;
        at = marked ? put_wide_quoted(out, at, root) : put_scalar(out, at, root, how);  // §7.2
        *at = '\n';
        return at + 1;
    }

    // ---- lines and headers

    char* put_indent(char* at, std::size_t spaces) {
        return put_spaces(out.room(at, spaces), spaces);
    }

    // [N
    char* put_length(char* at, Py_ssize_t length) {
        at = out.room(at, 0);
        *at = '[';
        return write_int64(at + 1, length);
    }

    // ] with the delimiter it declares (§6)
    char* put_bracket(char* at) noexcept {
        *at = how.delimiter;
        at += how.delimiter != ',';
        *at = ']';
        return at + 1;
    }

    // ---- containers

    // one more container
    void enter() const {
        if (open.size() >= how.max_depth) {
            throw declined();
        }
    }

    // how many objects may nest in each other in that many containers
    std::size_t levels_below(std::size_t containers) const {
        if (containers >= how.max_depth) {
            throw declined();
        }
        return how.max_depth - containers;
    }

    frame& push(PyObject* box, Py_ssize_t size, std::size_t indent) {
        if (runs_in_circle(open, box)) {
            throw declined();
        }
        frame& next = open.add();
        next.box = box;
        next.at = 0;
        next.left = size;
        next.lead = next.indent = indent;
        return next;
    }

    frame& push_object(PyObject* object, Py_ssize_t size, std::size_t indent) {
        frame& next = push(object, size, indent);
        PyDict_Next(object, &next.at, &next.key, &next.value);
        return next;
    }

    // An object behind its key, or at the root; `indent` is that of its fields.
    char* put_object(char* at, PyObject* object, place where, std::size_t indent) {
        enter();
        const Py_ssize_t size = PyDict_GET_SIZE(object);
        if (size != 0) {
            const frame& begun = push_object(object, size, indent);
            if (size > 1 && is_dict(begun.value)) {
                const buffer::mark start = out.here(at);
                char* const end = put_keyed(at, begun, where == place::root ? how.indent : indent);
                if (end != nullptr) {
                    open.pop();
                    return end;
                }
                at = out.back_to(start);
            }
        }
        return where == place::field ? put_text(at, ":\n") : at;
    }

    // A list behind its key, its hyphen, or at the root; `indent` is that of its rows or items.
    char* put_list(char* at, PyObject* list, place where, std::size_t indent) {
        enter();
        const Py_ssize_t size = PyList_GET_SIZE(list);
        if (size == 0) {
            return put_empty_list(at, where);
        }
        at = put_length(at, size);
        const buffer::mark start = out.here(at);
        PyObject* const first = PyList_GET_ITEM(list, 0);
        if (!is_list(first)) {
            char* const end = !is_dict(first)          ? put_inline(at, list)
                              : where != place::item ? put_table(at, list, indent)
                                                       : nullptr;
            if (end != nullptr) {
                return end;
            }
        }
        at = put_bracket(out.back_to(start));
        at = put_text(at, ":\n");
        push(list, size, indent);
        return at;
    }

    // §9.1, §9.2
    char* put_empty_list(char* at, place where) {
        at = out.room(at, 0);
        if (where == place::item) {
            return put_text(put_bracket(put_text(at, "[0")), ":\n");
        }
        return where == place::field ? put_text(at, ": []\n") : put_text(at, "[]\n");
    }

    // ---- fields and items, up to one that begins a container of its own

    char* put_fields(char* at) {
        const frame* const end = open.end();
        const std::size_t indent = open.top().indent;
        PyObject* const box = open.top().box;
        std::size_t lead = open.top().lead;
        Py_ssize_t next = open.top().at, left = open.top().left;
        PyObject *next_key = open.top().key, *next_value = open.top().value;
        while (left != 0) {
            PyObject* const key = next_key;
            PyObject* const value = next_value;
            if (--left != 0) {
                PyDict_Next(box, &next, &next_key, &next_value);
            }
            at = put_key(out, at, lead, key);
            lead = indent;
            if (!PyUnicode_CheckExact(value) && (is_dict(value) || is_list(value))) {
                frame& waiting = open.top();
                waiting.at = next;
                waiting.left = left;
                waiting.lead = indent;
                waiting.key = next_key;
                waiting.value = next_value;
                at = is_dict(value) ? put_object(at, value, place::field, indent + how.indent)
                                    : put_list(at, value, place::field, indent + how.indent);
                if (open.end() != end) {
                    return at;  // to what is begun; or to here again, if the stack has moved
                }
                continue;
            }
            at = put_scalar(out, put_text(at, ": "), value, how);
            *at++ = '\n';
        }
        open.pop();
        return at;
    }

    char* put_items(char* at) {
        const frame* const end = open.end();
        const std::size_t indent = open.top().indent;
        PyObject* const box = open.top().box;
        const Py_ssize_t size = PyList_GET_SIZE(box);
        for (Py_ssize_t next = open.top().at; next != size;) {
            PyObject* const value = PyList_GET_ITEM(box, next++);
            at = put_text(put_indent(at, indent), "- ");
            if (is_dict(value)) {
                enter();
                const Py_ssize_t width = PyDict_GET_SIZE(value);
                if (width != 0) {
                    open.top().at = next;
                    push_object(value, width, indent + how.indent).lead = 0;
                    return at;
                }
                at[-1] = '\n';  // §10: the bare marker
            } else if (is_list(value)) {
                open.top().at = next;
                at = put_list(at, value, place::item, indent + how.indent);
                if (open.end() != end) {
                    return at;
                }
            } else {
                at = put_scalar(out, at, value, how);
                *at++ = '\n';
            }
        }
        open.pop();
        return at;
    }

    // ---- forms that are tried: nullptr where the value has another form

    // §9.1
    char* put_inline(char* at, PyObject* list) {
        at = put_text(put_bracket(at), ": ");
        const Py_ssize_t size = PyList_GET_SIZE(list);
        for (Py_ssize_t i = 0; i != size; ++i) {
            at = put_scalar(out, at, PyList_GET_ITEM(list, i), how);
            if (at == nullptr) {
                return nullptr;
            }
            *at++ = how.delimiter;
        }
        at[-1] = '\n';
        return at;
    }

    // §9.3, behind [N
    char* put_table(char* at, PyObject* list, std::size_t indent) {
        const Py_ssize_t size = PyList_GET_SIZE(list);
        const auto row = [list](Py_ssize_t i) { return PyList_GET_ITEM(list, i); };
        if (!rows.learn(row(0), size > 1 ? row(1) : nullptr, levels_below(open.size() + 1))) {
            return nullptr;
        }
        if (careful && rows.has_groups()) {
            for (Py_ssize_t i = 0; i != size; ++i) {
                if (!fits(row(i))) {
                    return nullptr;
                }
            }
        }
        at = put_bracket(at);
        at = put_text(rows.put_field_list(out, at, how.delimiter), ":\n");
        for (Py_ssize_t i = 0; i != size; ++i) {
            at = put_row(put_indent(at, indent), row(i));
            if (at == nullptr) {
                return nullptr;
            }
        }
        return at;
    }

    // §9.5, behind the key
    char* put_keyed(char* at, const frame& begun, std::size_t indent) {
        PyObject *object = begun.box, *key, *row;
        Py_ssize_t next = begun.at;
        PyDict_Next(object, &next, &key, &row);
        if (!is_dict(row) || !rows.learn(begun.value, row, levels_below(open.size()))) {
            return nullptr;
        }
        if (careful && rows.has_groups()) {
            for (next = 0; PyDict_Next(object, &next, &key, &row);) {
                if (!fits(row)) {
                    return nullptr;
                }
            }
        }
        at = put_length(at, begun.left);
        *at++ = ':';
        at = put_bracket(at);
        at = put_text(rows.put_field_list(out, at, how.delimiter), ":\n");
        for (next = 0; PyDict_Next(object, &next, &key, &row);) {
            at = put_key(out, at, indent, key);
            at = put_row(put_text(at, ": "), row);
            if (at == nullptr) {
                return nullptr;
            }
        }
        return at;
    }

    bool fits(PyObject* row) {
        PyObject* const* const cells = rows.read(row);
        return cells != nullptr && std::none_of(cells, cells + rows.leaves(), [](PyObject* value) {
            return is_dict(value) || is_list(value);
        });
    }

    char* put_row(char* at, PyObject* row) {
        PyObject* const* cell = rows.read(row);
        if (TOONWIRE_UNLIKELY(cell == nullptr)) {
            return failed_row();
        }
        for (PyObject* const* const end = cell + rows.leaves(); cell != end; ++cell) {
            at = put_scalar(out, at, *cell, how);
            if (TOONWIRE_UNLIKELY(at == nullptr)) {
                return failed_row();
            }
            *at++ = how.delimiter;
        }
        at[-1] = '\n';
        return at;
    }

    // What has failed once may be tried again further inside: its text shall not be written each time.
    char* failed_row() noexcept {
        careful = careful || rows.has_groups();
        return nullptr;
    }
};

// Nobody has wider ones, and the depth is limited: so a line's indentation is no large number.
constexpr std::size_t widest_indent = 1000;

// The document as a new str or bytes, None where it is declined, nullptr with an exception set.
inline PyObject* write_document(PyObject* root, char delimiter, bool nan_is_null, std::size_t indent,
                                std::size_t max_depth, std::size_t max_digits, bool as_bytes) noexcept {
    try {
        if (indent > widest_indent) {
            throw declined();
        }
        const style how{separator(delimiter), nan_is_null, indent, max_depth, max_digits};
        return writer(how, as_bytes).write(root);
    } catch (const declined&) {
        Py_RETURN_NONE;
    } catch (const std::bad_alloc&) {
        return PyErr_NoMemory();
    }
}

}  // namespace toonwire
