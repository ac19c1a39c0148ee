# cython: language_level=3, binding=True
# distutils: language=c++
"""What streaming asks about values before it writes them, as ``toonwire.native._extent``.

Contract: the answers are those of ``toonwire.stream.extent`` where the values are of JSON's types alone; the
estimates may differ.  The work is done in ``extent.hpp``; here is what Python sees.
"""

cdef extern from "extent.hpp" namespace "toonwire":
    Py_ssize_t reach_of(object values, Py_ssize_t start, size_t budget, size_t host) except +
    cdef struct list_form:
        int of
        size_t longest_row

    list_form form_of_list(object values) except +


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
