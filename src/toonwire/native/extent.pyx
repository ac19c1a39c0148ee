# cython: language_level=3, binding=True
# distutils: language=c++
"""What streaming asks before it writes values or reads text, as ``toonwire.native._extent``.

Contract: the answers are those of ``toonwire.stream.extent`` where the values are of JSON's types alone; the
estimates may differ; and those of ``toonwire.stream.runs``.  The work is done in ``extent.hpp`` and
``runs.hpp``; here is what Python sees.
"""

cdef extern from "extent.hpp" namespace "toonwire":
    Py_ssize_t reach_of(object values, Py_ssize_t start, size_t budget, size_t host) except +
    cdef struct list_form:
        int of
        size_t longest_row

    list_form form_of_list(object values) except +

cdef extern from "runs.hpp" namespace "toonwire":
    cdef struct element_run:
        Py_ssize_t end
        Py_ssize_t stop
        Py_ssize_t elements
        Py_ssize_t lines

    cdef struct run_rules:
        Py_ssize_t indent
        bint nested
        bint blanks

    element_run run_of(object text, Py_ssize_t start, const run_rules& rules)


def reach(list values not None, Py_ssize_t start, size_t budget, size_t host, /):
    """The end of the run of values from ``start`` on that come to no more than about ``budget`` characters.

    host: what a value of another type counts; 0: the run ends before it.
    """
    return reach_of(values, start, budget, host)


def form(list values not None, /):
    """The form of a list that is not empty, as a number: 0 list, 1 inline, 2 table, 3 unknown.

    With it comes how many characters the longest row of a table has, about.
    """
    cdef list_form found = form_of_list(values)
    return found.of, found.longest_row


def run(str text not None, Py_ssize_t start, Py_ssize_t indent, bint nested, bint blanks, /):
    """Whole elements of a container from the line behind the LF at ``start`` on.

    Their end, where the container or what is understood of it ends, how many they are, and their lines.
    """
    if not 0 <= start <= len(text):
        raise IndexError(start)
    cdef run_rules rules
    rules.indent, rules.nested, rules.blanks = indent, nested, blanks
    cdef element_run found = run_of(text, start, rules)
    return found.end, found.stop, found.elements, found.lines
