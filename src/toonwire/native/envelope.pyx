# cython: language_level=3, binding=True
# distutils: language=c++
"""Envelopes in one pass: the native engine's part in them, as ``toonwire.native._envelope``.

Contract: what is accepted keeps every rule and is what ``toonwire.envelope.model`` makes of it; whatever is
doubtful is declined, so that each error has one source.  The wire is that of ``toonwire.envelope.layouts``.
"""

cimport cython
from cpython.dict cimport PyDict_GetItemWithError, PyDict_Update
from cpython.list cimport PyList_GET_ITEM, PyList_GET_SIZE, PyList_GetSlice
from cpython.object cimport PyObject
from cpython.tuple cimport PyTuple_GET_ITEM, PyTuple_GET_SIZE

cdef extern from "Python.h":
    bint PyTuple_Check(object)
    bint PyUnicode_Check(object)
    bint PyUnicode_CheckExact(object)
    bint PyLong_CheckExact(object)
    bint PyBool_Check(object)
    bint PyFloat_CheckExact(object)
    bint PyDict_CheckExact(object)
    bint PyList_CheckExact(object)
    Py_ssize_t PyUnicode_GET_LENGTH(object)
    Py_UCS4 PyUnicode_READ_CHAR(object, Py_ssize_t)
    bint Py_UNICODE_ISSPACE(Py_UCS4)
    int PyUnicode_Compare(object, object) except? -1
    object PyUnicode_FromObject(object)
    object PyUnicode_FromFormat(const char*, ...)
    int PyUnicode_Contains(object, object) except -1
    long long PyLong_AsLongLongAndOverflow(object, int*) except? -1

cdef extern from *:
    """
    #ifdef Py_GIL_DISABLED
    static const bool toonwire_without_gil = true;
    #else
    static const bool toonwire_without_gil = false;
    #endif
    """
    const bint toonwire_without_gil

cdef extern from "wire.hpp" namespace "toonwire":
    object wire_of(object response, object beside, size_t max_depth, size_t max_digits)


if toonwire_without_gil:
    raise ImportError("toonwire's native engine needs the global interpreter lock: it serves no free-threaded build")

cdef enum:
    DECLINED, ACCEPTED, WITH_NAMES

# toonwire.envelope.fields.Kind
cdef enum:
    TEXT, TRUTH, WHOLE, TEXTS, WARNINGS, DEGREE, DEPRECATION, SUMMARY

cdef long long NO_NUMBER = -1

cdef object MISSING = object()
cdef str SUCCESS = "success"
cdef str VERDICT = "verdict"
cdef str ERROR = "error"
cdef str TRUNCATED = "truncated"
cdef str NEXT_STEP = "next_step"
cdef str WARNINGS_KEY = "warnings"
cdef str SUMMARY_KEY = "agent_summary"
cdef tuple MIRRORED = ("summary_line", VERDICT, NEXT_STEP)
cdef tuple DEGREES = ("complete", "incomplete", "unknown")


def wire(size_t max_depth, size_t max_digits, dict response not None, tuple beside not None, /):
    """The compact wire of a response as JSON in UTF-8, None for what others must decide.

    beside: keys of the response that stand beside its content, in their order.
    """
    return wire_of(response, beside, max_depth, max_digits)


def renderer(careful, control, honest, size_t max_depth, size_t max_digits, /):
    """``careful``, which is ``render_bytes``, with a short way to the compact wire of an envelope.

    control, honest: the surfaces whose keys stand in the third and fourth place of a shape.
    """

    def render_bytes(envelope, *args, **options):
        cdef Py_ssize_t place = 2
        if isinstance(envelope, Built) and (<Built> envelope)._shape is not None and len(args) == 1 and args[0] == "toon" and options.get("layout") == "compact":
            if len(options) != 1:
                surface = options.get("surface") if len(options) == 2 else None
                place = 2 if surface is control else 3 if surface is honest else 0
            if place != 0:
                beside = <object> PyTuple_GET_ITEM((<Built> envelope)._shape, place)
                data = wire_of((<Built> envelope)._response, beside, max_depth, max_digits)
                if data is not None:
                    return data
        return careful(envelope, *args, **options)

    return render_bytes


def accept(states, dict response not None, shape, tuple verdicts not None, /):
    """1 where a response keeps all rules for sure; else 0, and it is as it was.

    To the 1 is added 2, 4 and 8 where it got a summary line, a verdict or a next step that only its summary had.

    states: called with a next step and two numbers, whether it states both.
    response: success, verdict, fields and payload in their order; what is in it is not changed.
    shape: its toonwire.envelope.shape.Shape.  verdicts: those of a success and those of a failure.
    """
    return judge(states, response, shape, verdicts)


cdef int judge(object states, dict response, object shape, tuple verdicts) except -1:
    if not PyTuple_Check(shape) or PyTuple_GET_SIZE(shape) < 5:
        raise TypeError("a Shape is needed")
    cdef tuple fields = <object> PyTuple_GET_ITEM(shape, 0)
    cdef tuple lists = <object> PyTuple_GET_ITEM(shape, 1)
    cdef frozenset successes = verdicts[0]
    cdef frozenset failures = verdicts[1]
    if lists is None:
        return DECLINED
    cdef object verdict = response[VERDICT]
    cdef object success = response[SUCCESS]
    cdef object as_text = verdict
    if not PyUnicode_CheckExact(verdict):
        if not PyUnicode_Check(verdict):
            return DECLINED
        as_text = PyUnicode_FromObject(verdict)
    if success is True:
        if as_text not in successes or ERROR in response:
            return DECLINED
    elif success is not False or as_text not in failures or ERROR not in response:
        return DECLINED
    cdef dict summary = None
    cdef list warnings = None
    cdef object value
    cdef int kind
    for name, number in fields:
        value = response[name]
        kind = number
        if kind == WARNINGS:
            if not are_texts(value) or PyList_GET_SIZE(value) == 0:
                return DECLINED
            warnings = value
        elif kind == SUMMARY:
            if not PyDict_CheckExact(value):
                return DECLINED
            summary = value
        elif not fits(value, kind):
            return DECLINED
    cdef int added = 0
    cdef object step = response.get(NEXT_STEP)
    if summary is not None:
        summary = mirrored(summary, response, as_text, &added)
        if summary is None:
            return DECLINED
        step = summary.get(NEXT_STEP)
    if not are_honest(response, lists, step, states):
        return DECLINED
    if summary is not None:
        response[SUMMARY_KEY] = summary
        for kind in range(3):
            if added & 2 << kind:
                name = <object> PyTuple_GET_ITEM(MIRRORED, kind)
                response[name] = summary[name]
    if as_text is not verdict:
        response[VERDICT] = as_text
    if warnings is not None:
        warnings = PyList_GetSlice(warnings, 0, PyList_GET_SIZE(warnings))
        del response[WARNINGS_KEY]
        response[WARNINGS_KEY] = warnings
    return ACCEPTED + added


@cython.auto_pickle(False)
cdef class Built:
    """The base of toonwire.envelope.model.Envelope: it makes what is plain, ``_carefully`` all else.

    The subclass has both, and in ``_plainly`` what this needs to know: the function that finds the shape of names,
    the dict of those that it remembers, names that no payload may have, the verdicts, and ``states``.
    """

    cdef readonly dict _response
    cdef readonly object _shape

    def __init__(self, *payload, **fields):
        cdef object verdict = fields.get(VERDICT, MISSING)
        if len(payload) > 1 or verdict is MISSING:
            raise TypeError("an Envelope takes one payload and keywords, among them verdict")
        cdef dict response = {SUCCESS: fields.get(SUCCESS, True), VERDICT: verdict}
        cdef object shape = None
        cdef int answer = DECLINED
        cdef tuple known = self._plainly
        PyDict_Update(response, fields)
        if not payload or payload[0] is None or add_plainly(response, payload[0], known[2]):
            shape = shape_of(known, response)
            answer = judge(known[4], response, shape, known[3])
        if answer == DECLINED:
            success = fields.pop(SUCCESS, True)
            del fields[VERDICT]
            response = self._carefully(payload[0] if payload else None, success, verdict, fields)
            shape = shape_of(known, response)
        elif answer >= WITH_NAMES:
            shape = grown(known, shape, answer, response)
        if not PyTuple_Check(shape) or PyTuple_GET_SIZE(shape) < 5:
            raise TypeError("a Shape is needed")
        self._response = response
        self._shape = shape


cdef object shape_of(tuple known, dict response):
    cdef tuple names = tuple(response)
    cdef PyObject* shape = PyDict_GetItemWithError(<dict> known[1], names)
    return known[0](names) if shape == NULL else <object> shape


cdef object grown(tuple known, object shape, int answer, dict response):
    """The shape of a response that got names, which follows from the one before and from the answer."""
    cdef dict later = <object> PyTuple_GET_ITEM(shape, 4)
    cdef object found = later.get(answer)
    if found is None:
        found = later[answer] = shape_of(known, response)
    return found


cdef bint add_plainly(dict response, object payload, object reserved) except -1:
    """Adds the keys of a payload; False where one of them is taken or is no str."""
    if not PyDict_CheckExact(payload):
        return False
    for key in <dict> payload:
        if not PyUnicode_CheckExact(key) or key in response or key in reserved:
            return False
    PyDict_Update(response, payload)
    return True


cdef inline bint is_text(object value):
    """A text whose first character says something."""
    return (
        PyUnicode_CheckExact(value)
        and PyUnicode_GET_LENGTH(value) != 0
        and not Py_UNICODE_ISSPACE(PyUnicode_READ_CHAR(value, 0))
    )


cdef bint are_texts(object value):
    cdef Py_ssize_t i
    if not PyList_CheckExact(value):
        return False
    for i in range(PyList_GET_SIZE(value)):
        if not is_text(<object> PyList_GET_ITEM(value, i)):
            return False
    return True


cdef long long number_of(object value) except? -2:
    """An int that is not negative and has 63 bits, else NO_NUMBER."""
    cdef int beyond = 0
    cdef long long number
    if not PyLong_CheckExact(value):
        return NO_NUMBER
    number = PyLong_AsLongLongAndOverflow(value, &beyond)
    return NO_NUMBER if beyond != 0 or number < 0 else number


cdef bint fits(object value, int kind) except -1:
    if kind == TEXT:
        return is_text(value)
    if kind == TRUTH:
        return PyBool_Check(value)
    if kind == WHOLE:
        return number_of(value) != NO_NUMBER
    if kind == TEXTS:
        return are_texts(value)
    if kind == DEGREE:
        return PyUnicode_CheckExact(value) and value in DEGREES
    if kind == DEPRECATION:
        return is_text(value) or (PyDict_CheckExact(value) and len(<dict> value) != 0)
    return False


cdef dict mirrored(dict summary, dict response, object verdict, int* added):
    """The summary with what it repeats; None where that is not plain.

    added: gets bits for the names that the response has to repeat.
    """
    cdef dict made = summary.copy()
    cdef PyObject* inner
    cdef PyObject* outer
    cdef int number
    for number in range(3):
        name = <object> PyTuple_GET_ITEM(MIRRORED, number)
        inner = PyDict_GetItemWithError(summary, name)
        outer = <PyObject*> verdict if name is VERDICT else PyDict_GetItemWithError(response, name)
        if inner == NULL:
            if outer == NULL:
                continue
        elif not is_text(<object> inner):
            return None
        elif outer == NULL:
            if PyUnicode_GET_LENGTH(<object> inner) > 1 and PyUnicode_READ_CHAR(<object> inner, 1) == u"/":
                return None  # it may be n/a, which says nothing
            added[0] |= 2 << number
            continue
        elif inner != outer and PyUnicode_Compare(<object> inner, <object> outer) != 0:
            return None
        made[name] = <object> outer
    return made


cdef bint stands_in(object step, long long number) except -1:
    """Whether a number stands between spaces, which is no other number for sure."""
    return PyUnicode_Contains(step, PyUnicode_FromFormat(b" %lld ", number))


cdef bint are_honest(dict response, tuple lists, object step, object states) except -1:
    cdef bint flagged = response.get(TRUNCATED) is True
    cdef bint any_cut = False
    cdef long long length, total
    cdef Py_ssize_t i
    cdef tuple exact, upper
    for name, exact, upper, may_be_cut in lists:
        value = response[name]
        if not PyList_CheckExact(value):
            if (
                value is None
                or PyUnicode_CheckExact(value)
                or PyLong_CheckExact(value)
                or PyBool_Check(value)
                or PyFloat_CheckExact(value)
                or PyDict_CheckExact(value)
            ):
                continue
            return False
        length = PyList_GET_SIZE(value)
        for key in upper:
            total = number_of(response[key])
            if total == NO_NUMBER or total > length:
                return False
        total = length
        for i in range(PyTuple_GET_SIZE(exact)):
            stated = number_of(response[<object> PyTuple_GET_ITEM(exact, i)])
            if stated == length:
                continue
            if i != 0 or not flagged or not may_be_cut or stated < length:
                return False
            total = stated
        if total != length:
            if not PyUnicode_CheckExact(step):
                return False
            if not (stands_in(step, length) and stands_in(step, total)) and not states(step, length, total):
                return False
            any_cut = True
    return any_cut or not flagged
