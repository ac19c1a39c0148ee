// Numbers, both ways (§2, §4): the native counterpart of toonwire.rules.numbers.
//
//     char* write_int64(char* out, std::int64_t value)         both return the end; the buffer has at least
//     char* write_double(char* out, double finite)             `longest_number` bytes
//     const char* scan_number(start, end, number& out)         the number at the start of a text
//     number read_number(start, end)                           the number that a whole token is
#pragma once

#include "read_number.hpp"
#include "write_number.hpp"
