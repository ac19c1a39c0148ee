"""Generated from grammar/toon.lark by grammar/generate.py: do not edit.

STARTS      start symbol -> state
STEPS       state -> terminal -> (action or None, states to push, whether reductions follow)
DEFAULTS    state -> (symbols to pop, rule to go to): the reduction that needs no look at the next token
LOOKAHEADS  state -> terminal -> (symbols to pop, rule to go to): field lists, and the end of the input
GOTOS       state -> rule -> state
ENDS        states in which the input is complete
TERMINALS   terminal -> regular expression, in the order of the file
GRAMMAR     the text of toon.lark
"""

from __future__ import annotations

STARTS: dict[str, int] = {'start': 0, 'fields_c': 1, 'fields_t': 2, 'fields_p': 3}

STEPS: tuple[dict[str, tuple[str | None, tuple[int, ...], bool]], ...] = ({'EMPTY': ('root_empty', (31,), False),
  'EMPTY_PAIR': ('empty_pair', (21,), False),
  'INLINE': ('inline', (21,), False),
  'KEYED': ('keyed', (23,), False),
  'KEYLESS_INLINE': ('root_inline', (31,), False),
  'KEYLESS_KEYED': ('keyless_keyed', (24,), False),
  'KEYLESS_LIST': ('keyless_list', (25,), False),
  'KEYLESS_TABLE_C': ('keyless_table_c', (26,), False),
  'KEYLESS_TABLE_P': ('keyless_table_p', (27,), False),
  'KEYLESS_TABLE_T': ('keyless_table_t', (28,), False),
  'LIST': ('list', (29,), False),
  'OPEN': ('open', (30,), False),
  'PAIR': ('pair', (21,), False),
  'SCALAR_ALONE': ('root_scalar', (31,), False),
  'TABLE_C': ('table_c', (32,), False),
  'TABLE_P': ('table_p', (33,), False),
  'TABLE_T': ('table_t', (34,), False)},
 {'NAME': ('name', (39,), False), 'QUOTED_NAME': ('name', (39,), False)},
 {'NAME': ('name', (42,), False), 'QUOTED_NAME': ('name', (42,), False)},
 {'NAME': ('name', (45,), False), 'QUOTED_NAME': ('name', (45,), False)},
 {},
 {},
 {},
 {},
 {},
 {},
 {},
 {},
 {},
 {},
 {},
 {},
 {},
 {},
 {},
 {},
 {},
 {'EMPTY_PAIR': ('empty_pair', (), False),
  'INLINE': ('inline', (), False),
  'KEYED': ('keyed', (23,), False),
  'LIST': ('list', (29,), False),
  'OPEN': ('open', (30,), False),
  'PAIR': ('pair', (), False),
  'TABLE_C': ('table_c', (32,), False),
  'TABLE_P': ('table_p', (33,), False),
  'TABLE_T': ('table_t', (34,), False)},
 {},
 {'_DEDENT': ('close', (49,), True), '_INDENT': (None, (48,), False)},
 {'_DEDENT': ('close', (51,), True), '_INDENT': (None, (50,), False)},
 {'_DEDENT': ('close', (53,), True), '_INDENT': (None, (52,), False)},
 {'_DEDENT': ('close', (55,), True), '_INDENT': (None, (54,), False)},
 {'_DEDENT': ('close', (57,), True), '_INDENT': (None, (56,), False)},
 {'_DEDENT': ('close', (59,), True), '_INDENT': (None, (58,), False)},
 {'_DEDENT': ('close', (61,), True), '_INDENT': (None, (60,), False)},
 {'_DEDENT': ('close', (63,), True), '_INDENT': (None, (62,), False)},
 {},
 {'_DEDENT': ('close', (65,), True), '_INDENT': (None, (64,), False)},
 {'_DEDENT': ('close', (67,), True), '_INDENT': (None, (66,), False)},
 {'_DEDENT': ('close', (69,), True), '_INDENT': (None, (68,), False)},
 {},
 {},
 {'DELIMITER_C': (None, (70,), False)},
 {},
 {'LBRACE': ('group', (73,), False)},
 {'DELIMITER_T': (None, (74,), False)},
 {},
 {'LBRACE': ('group', (76,), False)},
 {'DELIMITER_P': (None, (77,), False)},
 {},
 {'LBRACE': ('group', (79,), False)},
 {},
 {},
 {'ENTRY': ('entry', (81,), False)},
 {},
 {'ENTRY': ('entry', (83,), False)},
 {},
 {'BARE': ('bare', (86,), False), 'HYPHEN': ('hyphen', (87,), False)},
 {},
 {'ROW_C': ('row_c', (90,), False)},
 {},
 {'ROW_P': ('row_p', (93,), False)},
 {},
 {'ROW_T': ('row_t', (96,), False)},
 {},
 {'BARE': ('bare', (98,), False), 'HYPHEN': ('hyphen', (87,), False)},
 {},
 {'EMPTY_PAIR': ('empty_pair', (99,), False),
  'INLINE': ('inline', (99,), False),
  'KEYED': ('keyed', (23,), False),
  'LIST': ('list', (29,), False),
  'OPEN': ('open', (30,), False),
  'PAIR': ('pair', (99,), False),
  'TABLE_C': ('table_c', (32,), False),
  'TABLE_P': ('table_p', (33,), False),
  'TABLE_T': ('table_t', (34,), False)},
 {},
 {'ROW_C': ('row_c', (100,), False)},
 {},
 {'ROW_P': ('row_p', (101,), False)},
 {},
 {'ROW_T': ('row_t', (102,), False)},
 {},
 {'NAME': ('name', (39,), False), 'QUOTED_NAME': ('name', (39,), False)},
 {'DELIMITER_C': (None, (104,), False)},
 {},
 {'NAME': ('name', (39,), False), 'QUOTED_NAME': ('name', (39,), False)},
 {'NAME': ('name', (42,), False), 'QUOTED_NAME': ('name', (42,), False)},
 {'DELIMITER_T': (None, (107,), False)},
 {'NAME': ('name', (42,), False), 'QUOTED_NAME': ('name', (42,), False)},
 {'NAME': ('name', (45,), False), 'QUOTED_NAME': ('name', (45,), False)},
 {'DELIMITER_P': (None, (110,), False)},
 {'NAME': ('name', (45,), False), 'QUOTED_NAME': ('name', (45,), False)},
 {},
 {'ENTRY': ('entry', (), False), '_DEDENT': ('close', (112,), True)},
 {},
 {'ENTRY': ('entry', (), False), '_DEDENT': ('close', (114,), True)},
 {},
 {},
 {'BARE': ('bare', (), False), 'HYPHEN': ('hyphen', (87,), False), '_DEDENT': ('close', (115,), True)},
 {'EMPTY': ('item_empty', (117,), True),
  'EMPTY_PAIR': ('empty_pair', (120,), False),
  'INLINE': ('inline', (120,), False),
  'KEYED': ('keyed', (23,), False),
  'KEYLESS_INLINE': ('item_inline', (118,), True),
  'KEYLESS_LIST': ('keyless_list', (121,), False),
  'LIST': ('list', (29,), False),
  'OPEN': ('open', (30,), False),
  'PAIR': ('pair', (120,), False),
  'SCALAR': ('item_scalar', (119,), True),
  'TABLE_C': ('table_c', (32,), False),
  'TABLE_P': ('table_p', (33,), False),
  'TABLE_T': ('table_t', (34,), False)},
 {},
 {},
 {'ROW_C': ('row_c', (), False), '_DEDENT': ('close', (122,), True)},
 {},
 {},
 {'ROW_P': ('row_p', (), False), '_DEDENT': ('close', (124,), True)},
 {},
 {},
 {'ROW_T': ('row_t', (), False), '_DEDENT': ('close', (126,), True)},
 {},
 {'BARE': ('bare', (), False), 'HYPHEN': ('hyphen', (87,), False), '_DEDENT': ('close', (128,), True)},
 {'EMPTY_PAIR': ('empty_pair', (), False),
  'INLINE': ('inline', (), False),
  'KEYED': ('keyed', (23,), False),
  'LIST': ('list', (29,), False),
  'OPEN': ('open', (30,), False),
  'PAIR': ('pair', (), False),
  'TABLE_C': ('table_c', (32,), False),
  'TABLE_P': ('table_p', (33,), False),
  'TABLE_T': ('table_t', (34,), False),
  '_DEDENT': ('close', (129,), True)},
 {'ROW_C': ('row_c', (), False), '_DEDENT': ('close', (130,), True)},
 {'ROW_P': ('row_p', (), False), '_DEDENT': ('close', (131,), True)},
 {'ROW_T': ('row_t', (), False), '_DEDENT': ('close', (132,), True)},
 {},
 {'NAME': ('name', (39,), False), 'QUOTED_NAME': ('name', (39,), False)},
 {'RBRACE': ('endgroup', (135,), True)},
 {},
 {'NAME': ('name', (42,), False), 'QUOTED_NAME': ('name', (42,), False)},
 {'RBRACE': ('endgroup', (137,), True)},
 {},
 {'NAME': ('name', (45,), False), 'QUOTED_NAME': ('name', (45,), False)},
 {'RBRACE': ('endgroup', (139,), True)},
 {},
 {},
 {},
 {},
 {},
 {},
 {},
 {},
 {'EMPTY_PAIR': ('empty_pair', (), False),
  'INLINE': ('inline', (), False),
  'KEYED': ('keyed', (23,), False),
  'LIST': ('list', (29,), False),
  'OPEN': ('open', (30,), False),
  'PAIR': ('pair', (), False),
  'TABLE_C': ('table_c', (32,), False),
  'TABLE_P': ('table_p', (33,), False),
  'TABLE_T': ('table_t', (34,), False),
  '_DEDENT': ('close', (140,), True)},
 {'_DEDENT': ('close', (142,), True), '_INDENT': (None, (141,), False)},
 {},
 {},
 {},
 {},
 {},
 {},
 {},
 {},
 {},
 {},
 {},
 {},
 {},
 {},
 {},
 {},
 {},
 {},
 {},
 {'BARE': ('bare', (143,), False), 'HYPHEN': ('hyphen', (87,), False)},
 {},
 {'BARE': ('bare', (), False), 'HYPHEN': ('hyphen', (87,), False), '_DEDENT': ('close', (144,), True)},
 {})

DEFAULTS: dict[int, tuple[int, str]] = {4: (1, 'start'),
 5: (1, 'field'),
 6: (1, 'field'),
 7: (1, 'keyed'),
 8: (1, 'start'),
 9: (1, 'keyless_keyed'),
 10: (1, 'keyless_list'),
 11: (1, 'keyless_table_c'),
 12: (1, 'keyless_table_p'),
 13: (1, 'keyless_table_t'),
 14: (1, 'list'),
 15: (1, 'open'),
 16: (1, 'field'),
 17: (1, 'start'),
 18: (1, 'table_c'),
 19: (1, 'table_p'),
 20: (1, 'table_t'),
 22: (1, '__start_plus_5'),
 35: (1, 'name'),
 36: (1, 'name'),
 46: (2, '__start_plus_5'),
 47: (1, 'close'),
 49: (2, 'field'),
 51: (2, 'start'),
 53: (2, 'start'),
 55: (2, 'start'),
 57: (2, 'start'),
 59: (2, 'start'),
 61: (2, 'field'),
 63: (2, 'field'),
 65: (2, 'field'),
 67: (2, 'field'),
 69: (2, 'field'),
 72: (1, 'group'),
 80: (1, 'entry'),
 82: (1, '__start_plus_4'),
 84: (1, 'item'),
 85: (1, 'hyphen'),
 88: (1, '__start_plus_0'),
 89: (1, 'row_c'),
 91: (1, '__start_plus_1'),
 92: (1, 'row_p'),
 94: (1, '__start_plus_3'),
 95: (1, 'row_t'),
 97: (1, '__start_plus_2'),
 103: (2, '__fields_c_star_6'),
 106: (2, '__fields_t_star_7'),
 109: (2, '__fields_p_star_8'),
 112: (4, 'field'),
 113: (2, '__start_plus_4'),
 114: (4, 'start'),
 115: (4, 'start'),
 116: (2, '__start_plus_0'),
 117: (2, 'item'),
 118: (2, 'item'),
 119: (2, 'item'),
 122: (4, 'start'),
 123: (2, '__start_plus_1'),
 124: (4, 'start'),
 125: (2, '__start_plus_3'),
 126: (4, 'start'),
 127: (2, '__start_plus_2'),
 128: (4, 'field'),
 129: (4, 'field'),
 130: (4, 'field'),
 131: (4, 'field'),
 132: (4, 'field'),
 133: (3, '__fields_c_star_6'),
 134: (1, 'endgroup'),
 135: (4, 'field_c'),
 136: (3, '__fields_t_star_7'),
 137: (4, 'field_t'),
 138: (3, '__fields_p_star_8'),
 139: (4, 'field_p'),
 140: (3, 'item'),
 142: (3, 'item'),
 144: (5, 'item')}

LOOKAHEADS: dict[int, dict[str, tuple[int, str]]] = {0: {'$END': (0, 'start')},
 21: {'$END': (1, 'start')},
 37: {'$END': (1, 'fields_c'), 'RBRACE': (1, 'fields_c')},
 39: {'$END': (1, 'field_c'), 'DELIMITER_C': (1, 'field_c'), 'RBRACE': (1, 'field_c')},
 40: {'$END': (1, 'fields_t'), 'RBRACE': (1, 'fields_t')},
 42: {'$END': (1, 'field_t'), 'DELIMITER_T': (1, 'field_t'), 'RBRACE': (1, 'field_t')},
 43: {'$END': (1, 'fields_p'), 'RBRACE': (1, 'fields_p')},
 45: {'$END': (1, 'field_p'), 'DELIMITER_P': (1, 'field_p'), 'RBRACE': (1, 'field_p')},
 71: {'$END': (2, 'fields_c'), 'RBRACE': (2, 'fields_c')},
 75: {'$END': (2, 'fields_t'), 'RBRACE': (2, 'fields_t')},
 78: {'$END': (2, 'fields_p'), 'RBRACE': (2, 'fields_p')}}

GOTOS: tuple[dict[str, int], ...] = ({'__start_plus_5': 21,
  'field': 22,
  'keyed': 23,
  'keyless_keyed': 24,
  'keyless_list': 25,
  'keyless_table_c': 26,
  'keyless_table_p': 27,
  'keyless_table_t': 28,
  'list': 29,
  'open': 30,
  'start': 31,
  'table_c': 32,
  'table_p': 33,
  'table_t': 34},
 {'field_c': 37, 'fields_c': 38, 'name': 39},
 {'field_t': 40, 'fields_t': 41, 'name': 42},
 {'field_p': 43, 'fields_p': 44, 'name': 45},
 {},
 {},
 {},
 {},
 {},
 {},
 {},
 {},
 {},
 {},
 {},
 {},
 {},
 {},
 {},
 {},
 {},
 {'field': 46, 'keyed': 23, 'list': 29, 'open': 30, 'table_c': 32, 'table_p': 33, 'table_t': 34},
 {},
 {'close': 49},
 {'close': 51},
 {'close': 53},
 {'close': 55},
 {'close': 57},
 {'close': 59},
 {'close': 61},
 {'close': 63},
 {},
 {'close': 65},
 {'close': 67},
 {'close': 69},
 {},
 {},
 {'__fields_c_star_6': 71},
 {},
 {'group': 73},
 {'__fields_t_star_7': 75},
 {},
 {'group': 76},
 {'__fields_p_star_8': 78},
 {},
 {'group': 79},
 {},
 {},
 {'__start_plus_4': 81, 'entry': 82},
 {},
 {'__start_plus_4': 83, 'entry': 82},
 {},
 {'__start_plus_0': 86, 'hyphen': 87, 'item': 88},
 {},
 {'__start_plus_1': 90, 'row_c': 91},
 {},
 {'__start_plus_3': 93, 'row_p': 94},
 {},
 {'__start_plus_2': 96, 'row_t': 97},
 {},
 {'__start_plus_0': 98, 'hyphen': 87, 'item': 88},
 {},
 {'__start_plus_5': 99,
  'field': 22,
  'keyed': 23,
  'list': 29,
  'open': 30,
  'table_c': 32,
  'table_p': 33,
  'table_t': 34},
 {},
 {'__start_plus_1': 100, 'row_c': 91},
 {},
 {'__start_plus_3': 101, 'row_p': 94},
 {},
 {'__start_plus_2': 102, 'row_t': 97},
 {},
 {'field_c': 103, 'name': 39},
 {},
 {},
 {'field_c': 37, 'fields_c': 105, 'name': 39},
 {'field_t': 106, 'name': 42},
 {},
 {'field_t': 40, 'fields_t': 108, 'name': 42},
 {'field_p': 109, 'name': 45},
 {},
 {'field_p': 43, 'fields_p': 111, 'name': 45},
 {},
 {'close': 112, 'entry': 113},
 {},
 {'close': 114, 'entry': 113},
 {},
 {},
 {'close': 115, 'hyphen': 87, 'item': 116},
 {'__start_plus_5': 120,
  'field': 22,
  'keyed': 23,
  'keyless_list': 121,
  'list': 29,
  'open': 30,
  'table_c': 32,
  'table_p': 33,
  'table_t': 34},
 {},
 {},
 {'close': 122, 'row_c': 123},
 {},
 {},
 {'close': 124, 'row_p': 125},
 {},
 {},
 {'close': 126, 'row_t': 127},
 {},
 {'close': 128, 'hyphen': 87, 'item': 116},
 {'close': 129, 'field': 46, 'keyed': 23, 'list': 29, 'open': 30, 'table_c': 32, 'table_p': 33, 'table_t': 34},
 {'close': 130, 'row_c': 123},
 {'close': 131, 'row_p': 125},
 {'close': 132, 'row_t': 127},
 {},
 {'field_c': 133, 'name': 39},
 {'endgroup': 135},
 {},
 {'field_t': 136, 'name': 42},
 {'endgroup': 137},
 {},
 {'field_p': 138, 'name': 45},
 {'endgroup': 139},
 {},
 {},
 {},
 {},
 {},
 {},
 {},
 {},
 {'close': 140, 'field': 46, 'keyed': 23, 'list': 29, 'open': 30, 'table_c': 32, 'table_p': 33, 'table_t': 34},
 {'close': 142},
 {},
 {},
 {},
 {},
 {},
 {},
 {},
 {},
 {},
 {},
 {},
 {},
 {},
 {},
 {},
 {},
 {},
 {},
 {},
 {'__start_plus_0': 143, 'hyphen': 87, 'item': 88},
 {},
 {'close': 144, 'hyphen': 87, 'item': 116},
 {})

ENDS: tuple[int, ...] = (31, 38, 41, 44)

TERMINALS: dict[str, str] = {'BARE': '-(?![^\n])',
 'HYPHEN': '- +',
 'PAIR': '([^":\\[\n]*(?:"[^"\\\\\n]*(?:\\\\.[^"\\\\\n]*)*"[^":\\[\n]*)*): *(?!\\[\\](?![^\n]))([^ \n][^\n]*)',
 'EMPTY_PAIR': '([^":\\[\n]*(?:"[^"\\\\\n]*(?:\\\\.[^"\\\\\n]*)*"[^":\\[\n]*)*): *\\[\\](?![^\n])',
 'OPEN': '([^":\\[\n]*(?:"[^"\\\\\n]*(?:\\\\.[^"\\\\\n]*)*"[^":\\[\n]*)*):(?![^\n])',
 'INLINE': '("[^"\\\\\n'
           ']*(?:\\\\.[^"\\\\\n'
           ']*)*"|[^":\\[\n'
           '][^":\\[\n'
           ']*(?:"[^"\\\\\n'
           ']*(?:\\\\.[^"\\\\\n'
           ']*)*"[^":\\[\n'
           ']*)*(?<![ \t]))\\[(0|[1-9][0-9]*)([\t|]?)\\]: *([^ \n'
           '][^\n'
           ']*)',
 'LIST': '("[^"\\\\\n'
         ']*(?:\\\\.[^"\\\\\n'
         ']*)*"|[^":\\[\n'
         '][^":\\[\n'
         ']*(?:"[^"\\\\\n'
         ']*(?:\\\\.[^"\\\\\n'
         ']*)*"[^":\\[\n'
         ']*)*(?<![ \t]))\\[(0|[1-9][0-9]*)([\t|]?)\\]:(?![^\n'
         '])',
 'TABLE_C': '("[^"\\\\\n'
            ']*(?:\\\\.[^"\\\\\n'
            ']*)*"|[^":\\[\n'
            '][^":\\[\n'
            ']*(?:"[^"\\\\\n'
            ']*(?:\\\\.[^"\\\\\n'
            ']*)*"[^":\\[\n'
            ']*)*(?<![ \t]))\\[(0|[1-9][0-9]*)\\]\\{([^"\n'
            ']*(?:"[^"\\\\\n'
            ']*(?:\\\\.[^"\\\\\n'
            ']*)*"[^"\n'
            ']*)*)\\}:(?![^\n'
            '])',
 'TABLE_T': '("[^"\\\\\n'
            ']*(?:\\\\.[^"\\\\\n'
            ']*)*"|[^":\\[\n'
            '][^":\\[\n'
            ']*(?:"[^"\\\\\n'
            ']*(?:\\\\.[^"\\\\\n'
            ']*)*"[^":\\[\n'
            ']*)*(?<![ \t]))\\[(0|[1-9][0-9]*)\\\t\\]\\{([^"\n'
            ']*(?:"[^"\\\\\n'
            ']*(?:\\\\.[^"\\\\\n'
            ']*)*"[^"\n'
            ']*)*)\\}:(?![^\n'
            '])',
 'TABLE_P': '("[^"\\\\\n'
            ']*(?:\\\\.[^"\\\\\n'
            ']*)*"|[^":\\[\n'
            '][^":\\[\n'
            ']*(?:"[^"\\\\\n'
            ']*(?:\\\\.[^"\\\\\n'
            ']*)*"[^":\\[\n'
            ']*)*(?<![ \t]))\\[(0|[1-9][0-9]*)\\|\\]\\{([^"\n'
            ']*(?:"[^"\\\\\n'
            ']*(?:\\\\.[^"\\\\\n'
            ']*)*"[^"\n'
            ']*)*)\\}:(?![^\n'
            '])',
 'KEYED': '("[^"\\\\\n'
          ']*(?:\\\\.[^"\\\\\n'
          ']*)*"|[^":\\[\n'
          '][^":\\[\n'
          ']*(?:"[^"\\\\\n'
          ']*(?:\\\\.[^"\\\\\n'
          ']*)*"[^":\\[\n'
          ']*)*(?<![ \t]))\\[(0|[1-9][0-9]*):([\t|]?)\\]\\{([^"\n'
          ']*(?:"[^"\\\\\n'
          ']*(?:\\\\.[^"\\\\\n'
          ']*)*"[^"\n'
          ']*)*)\\}:(?![^\n'
          '])',
 'KEYLESS_INLINE': '\\[(0|[1-9][0-9]*)([\t|]?)\\]: *([^ \n][^\n]*)',
 'KEYLESS_LIST': '\\[(0|[1-9][0-9]*)([\t|]?)\\]:(?![^\n])',
 'KEYLESS_TABLE_C': '\\[(0|[1-9][0-9]*)\\]\\{([^"\n]*(?:"[^"\\\\\n]*(?:\\\\.[^"\\\\\n]*)*"[^"\n]*)*)\\}:(?![^\n])',
 'KEYLESS_TABLE_T': '\\[(0|[1-9][0-9]*)\\\t\\]\\{([^"\n'
                    ']*(?:"[^"\\\\\n'
                    ']*(?:\\\\.[^"\\\\\n'
                    ']*)*"[^"\n'
                    ']*)*)\\}:(?![^\n'
                    '])',
 'KEYLESS_TABLE_P': '\\[(0|[1-9][0-9]*)\\|\\]\\{([^"\n]*(?:"[^"\\\\\n]*(?:\\\\.[^"\\\\\n]*)*"[^"\n]*)*)\\}:(?![^\n])',
 'KEYLESS_KEYED': '\\[(0|[1-9][0-9]*):([\t|]?)\\]\\{([^"\n'
                  ']*(?:"[^"\\\\\n'
                  ']*(?:\\\\.[^"\\\\\n'
                  ']*)*"[^"\n'
                  ']*)*)\\}:(?![^\n'
                  '])',
 'EMPTY': '\\[\\](?![^\n])',
 'ROW_C': '[^",:\n'
          ']*(?:"[^"\\\\\n'
          ']*(?:\\\\.[^"\\\\\n'
          ']*)*"[^",:\n'
          ']*)*(?:(?:"[^"\\\\\n'
          ']*(?:\\\\.[^"\\\\\n'
          ']*)*\\\\?(?![^\n'
          '])|,[^\n'
          ']*))?(?![^\n'
          '])',
 'ROW_T': '[^"\t:\n'
          ']*(?:"[^"\\\\\n'
          ']*(?:\\\\.[^"\\\\\n'
          ']*)*"[^"\t:\n'
          ']*)*(?:(?:"[^"\\\\\n'
          ']*(?:\\\\.[^"\\\\\n'
          ']*)*\\\\?(?![^\n'
          '])|\t[^\n'
          ']*))?(?![^\n'
          '])',
 'ROW_P': '[^"|:\n'
          ']*(?:"[^"\\\\\n'
          ']*(?:\\\\.[^"\\\\\n'
          ']*)*"[^"|:\n'
          ']*)*(?:(?:"[^"\\\\\n'
          ']*(?:\\\\.[^"\\\\\n'
          ']*)*\\\\?(?![^\n'
          '])|\\|[^\n'
          ']*))?(?![^\n'
          '])',
 'ENTRY': '([^":\n]*(?:"[^"\\\\\n]*(?:\\\\.[^"\\\\\n]*)*"[^":\n]*)*): *([^\n]*)',
 'SCALAR_ALONE': '([^":\n'
                 ']*(?:"[^"\\\\\n'
                 ']*(?:\\\\.[^"\\\\\n'
                 ']*)*"[^":\n'
                 ']*)*(?:"[^"\\\\\n'
                 ']*(?:\\\\.[^"\\\\\n'
                 ']*)*\\\\?)?)(?![^\n'
                 '])(?![\\s\\S]*\n'
                 ' *[^ \n'
                 '#])',
 'SCALAR': '([^":\n'
           ']*(?:"[^"\\\\\n'
           ']*(?:\\\\.[^"\\\\\n'
           ']*)*"[^":\n'
           ']*)*(?:"[^"\\\\\n'
           ']*(?:\\\\.[^"\\\\\n'
           ']*)*\\\\?)?)(?![^\n'
           '])',
 'LBRACE': '\\{ *',
 'RBRACE': ' *\\}',
 'DELIMITER_C': ' *, *',
 'DELIMITER_T': ' *\t *',
 'DELIMITER_P': ' *\\| *',
 'QUOTED_NAME': '"[^"\\\\\n]*(?:\\\\.[^"\\\\\n]*)*"',
 'NAME': '[^ "{},|\t\n][^"{},|\t\n]*(?:"[^"\\\\\n]*(?:\\\\.[^"\\\\\n]*)*"[^"{},|\t\n]*)*(?<! )',
 'CELL_C': '(?:[^",\n'
           ']+(?:(?:"[^"\\\\\n'
           ']*(?:\\\\.[^"\\\\\n'
           ']*)*"|"[^"\\\\\n'
           ']*(?:\\\\.[^"\\\\\n'
           ']*)*\\\\?(?![^\n'
           ']))[^",\n'
           ']*)*|(?:(?:"[^"\\\\\n'
           ']*(?:\\\\.[^"\\\\\n'
           ']*)*"|"[^"\\\\\n'
           ']*(?:\\\\.[^"\\\\\n'
           ']*)*\\\\?(?![^\n'
           ']))[^",\n'
           ']*)+)',
 'CELL_T': '(?:[^"\t\n'
           ']+(?:(?:"[^"\\\\\n'
           ']*(?:\\\\.[^"\\\\\n'
           ']*)*"|"[^"\\\\\n'
           ']*(?:\\\\.[^"\\\\\n'
           ']*)*\\\\?(?![^\n'
           ']))[^"\t\n'
           ']*)*|(?:(?:"[^"\\\\\n'
           ']*(?:\\\\.[^"\\\\\n'
           ']*)*"|"[^"\\\\\n'
           ']*(?:\\\\.[^"\\\\\n'
           ']*)*\\\\?(?![^\n'
           ']))[^"\t\n'
           ']*)+)',
 'CELL_P': '(?:[^"|\n'
           ']+(?:(?:"[^"\\\\\n'
           ']*(?:\\\\.[^"\\\\\n'
           ']*)*"|"[^"\\\\\n'
           ']*(?:\\\\.[^"\\\\\n'
           ']*)*\\\\?(?![^\n'
           ']))[^"|\n'
           ']*)*|(?:(?:"[^"\\\\\n'
           ']*(?:\\\\.[^"\\\\\n'
           ']*)*"|"[^"\\\\\n'
           ']*(?:\\\\.[^"\\\\\n'
           ']*)*\\\\?(?![^\n'
           ']))[^"|\n'
           ']*)+)',
 'COMMA': ',',
 'TAB': '\\\t',
 'VBAR': '\\|'}

GRAMMAR = (
    '// TOON 4.4: the grammar of record.\n'
    '//\n'
    '// A token is one classified line (§5.2).  The line lexer reads text whose lines are prepared (§12: no\n'
    '// byte-order mark, CR, trailing spaces), skips blank and comment lines (§5.1), and tries on each line\n'
    "// only the classes that the parser's state accepts.  It says where scopes begin and end:\n"
    '//\n'
    '//   _INDENT   the next line is the first one of the scope that the line before opened\n'
    '//   _DEDENT   that scope, with or without lines in it, is over\n'
    '//\n'
    "// A list-item hyphen whose item is an object opens a scope one level deeper, in which the item's first\n"
    '// field stands already (§10).  No rule needs to look at the line after: each line is built before the\n'
    '// next one is read.  What a context-free grammar cannot say is listed in README.md beside this file.\n'
    '\n'
    '%declare _INDENT _DEDENT\n'
    '\n'
    '// ---- the document (§5)\n'
    '\n'
    'start    :                                                           // no lines: {}\n'
    '         | field+\n'
    '         | SCALAR_ALONE                               -> root_scalar\n'
    '         | EMPTY                                      -> root_empty  // []\n'
    '         | KEYLESS_INLINE                             -> root_inline // [N]: v,v\n'
    '         | keyless_list    (_INDENT item+)?  close                   // [N]:\n'
    '         | keyless_table_c (_INDENT row_c+)? close                   // [N]{a,b}:\n'
    '         | keyless_table_t (_INDENT row_t+)? close\n'
    '         | keyless_table_p (_INDENT row_p+)? close\n'
    '         | keyless_keyed   (_INDENT entry+)? close                   // [N:]{a,b}:\n'
    '\n'
    '// ---- objects (§8)\n'
    '\n'
    'field    : PAIR                                       -> pair        // key: value\n'
    '         | EMPTY_PAIR                                 -> empty_pair  // key: []        §9.1\n'
    '         | INLINE                                     -> inline      // key[N]: v,v    §9.1\n'
    '         | open    (_INDENT field+)? close            -> nested      // key:\n'
    '         | list    (_INDENT item+)?  close            -> listed      // key[N]:        §9.2, §9.4\n'
    '         | table_c (_INDENT row_c+)? close            -> tabular     // key[N]{a,b}:   §9.3\n'
    '         | table_t (_INDENT row_t+)? close            -> tabular     // with HTAB\n'
    '         | table_p (_INDENT row_p+)? close            -> tabular     // with |\n'
    '         | keyed   (_INDENT entry+)? close            -> by_key      // key[N:]{a,b}:  §9.5\n'
    '\n'
    '// ---- list items (§9.4, §10)\n'
    '\n'
    'item     : BARE                                       -> bare        // -              {}\n'
    '         | hyphen SCALAR                              -> item_scalar // - value\n'
    '         | hyphen EMPTY                               -> item_empty  // - []           §9.2\n'
    '         | hyphen KEYLESS_INLINE                      -> item_inline // - [N]: v,v     §9.2\n'
    '         | hyphen keyless_list (_INDENT item+)? close -> item_list   // - [N]:         §9.4\n'
    '         | hyphen field+ close                        -> item_object // - key: value   §10\n'
    '\n'
    '// ---- what a line does when it has been read: one rule, one action\n'
    '\n'
    'hyphen          : HYPHEN\n'
    'open            : OPEN\n'
    'list            : LIST\n'
    'keyless_list    : KEYLESS_LIST\n'
    'table_c         : TABLE_C\n'
    'table_t         : TABLE_T\n'
    'table_p         : TABLE_P\n'
    'keyless_table_c : KEYLESS_TABLE_C\n'
    'keyless_table_t : KEYLESS_TABLE_T\n'
    'keyless_table_p : KEYLESS_TABLE_P\n'
    'keyed           : KEYED\n'
    'keyless_keyed   : KEYLESS_KEYED\n'
    'row_c           : ROW_C\n'
    'row_t           : ROW_T\n'
    'row_p           : ROW_P\n'
    'entry           : ENTRY\n'
    'close           : _DEDENT\n'
    '\n'
    '// ---- line classes (§5.2).  A capture group is a part of the line: key, length, delimiter, field list,\n'
    '//      value.  Where two classes match one line, the one that stands first here applies.\n'
    '\n'
    'BARE            : /-/ _EOL\n'
    'HYPHEN          : /- +/\n'
    'PAIR            : _KEY /: *(?!\\[\\](?![^\\n]))([^ \\n][^\\n]*)/\n'
    'EMPTY_PAIR      : _KEY /: *\\[\\]/ _EOL\n'
    'OPEN            : _KEY ":" _EOL\n'
    'INLINE          : _HEAD_KEY _LENGTH _DELIMITER "]" _VALUES\n'
    'LIST            : _HEAD_KEY _LENGTH _DELIMITER "]:" _EOL\n'
    'TABLE_C         : _HEAD_KEY _LENGTH "]" _FIELD_LIST ":" _EOL\n'
    'TABLE_T         : _HEAD_KEY _LENGTH "\\t]" _FIELD_LIST ":" _EOL\n'
    'TABLE_P         : _HEAD_KEY _LENGTH "|]" _FIELD_LIST ":" _EOL\n'
    'KEYED           : _HEAD_KEY _LENGTH ":" _DELIMITER "]" _FIELD_LIST ":" _EOL\n'
    'KEYLESS_INLINE  : _LENGTH _DELIMITER "]" _VALUES\n'
    'KEYLESS_LIST    : _LENGTH _DELIMITER "]:" _EOL\n'
    'KEYLESS_TABLE_C : _LENGTH "]" _FIELD_LIST ":" _EOL\n'
    'KEYLESS_TABLE_T : _LENGTH "\\t]" _FIELD_LIST ":" _EOL\n'
    'KEYLESS_TABLE_P : _LENGTH "|]" _FIELD_LIST ":" _EOL\n'
    'KEYLESS_KEYED   : _LENGTH ":" _DELIMITER "]" _FIELD_LIST ":" _EOL\n'
    'EMPTY           : /\\[\\]/ _EOL\n'
    'ROW_C           : /[^",:\\n]*/ (_SPAN /[^",:\\n]*/)* (/,[^\\n]*/ | _TORN)? _EOL   // §9.3: no unquoted colon, or the active\n'
    'ROW_T           : /[^"\\t:\\n]*/ (_SPAN /[^"\\t:\\n]*/)* (/\\t[^\\n]*/ | _TORN)? _EOL  // delimiter before it\n'
    'ROW_P           : /[^"|:\\n]*/ (_SPAN /[^"|:\\n]*/)* (/\\|[^\\n]*/ | _TORN)? _EOL\n'
    'ENTRY           : /([^":\\n]*(?:"[^"\\\\\\n]*(?:\\\\.[^"\\\\\\n]*)*"[^":\\n]*)*): *([^\\n]*)/   // §9.5: any unquoted colon\n'
    'SCALAR_ALONE    : _SCALAR /(?![\\s\\S]*\\n *[^ \\n#])/   // only blank and comment lines follow\n'
    'SCALAR          : _SCALAR\n'
    '\n'
    '// ---- parts of lines.  A quoted span closes at the next quote that no backslash escapes, else it runs\n'
    "//      to the end of the line (§5.2); whether its escapes exist is the string decoder's business (§7.1).\n"
    '\n'
    '_EOL        : /(?![^\\n])/\n'
    '_SPAN       : /"[^"\\\\\\n]*(?:\\\\.[^"\\\\\\n]*)*"/\n'
    '_TORN       : /"[^"\\\\\\n]*(?:\\\\.[^"\\\\\\n]*)*\\\\?/ _EOL\n'
    '_SCALAR     : /([^":\\n]*(?:"[^"\\\\\\n]*(?:\\\\.[^"\\\\\\n]*)*"[^":\\n]*)*(?:"[^"\\\\\\n]*(?:\\\\.[^"\\\\\\n]*)*\\\\?)?)/ _EOL   // no unquoted colon\n'
    '_KEY        : /([^":\\[\\n]*(?:"[^"\\\\\\n]*(?:\\\\.[^"\\\\\\n]*)*"[^":\\[\\n]*)*)/   // no unquoted [ before the colon\n'
    '_HEAD_KEY   : /("[^"\\\\\\n]*(?:\\\\.[^"\\\\\\n]*)*"|[^":\\[\\n][^":\\[\\n]*(?:"[^"\\\\\\n]*(?:\\\\.[^"\\\\\\n]*)*"[^":\\[\\n]*)*(?<![ \\t]))/   // no white space before [ (§6)\n'
    '_LENGTH     : /\\[(0|[1-9][0-9]*)/\n'
    '_DELIMITER  : /([\\t|]?)/\n'
    '_VALUES     : /: *([^ \\n][^\\n]*)/\n'
    '_FIELD_LIST : /\\{([^"\\n]*(?:"[^"\\\\\\n]*(?:\\\\.[^"\\\\\\n]*)*"[^"\\n]*)*)\\}/   // to the last brace before the final colon; see fields_x\n'
    '// ---- the text of a field list (§6), spaces around it removed; by active delimiter\n'
    '\n'
    'fields_c : field_c (DELIMITER_C field_c)*\n'
    'fields_t : field_t (DELIMITER_T field_t)*\n'
    'fields_p : field_p (DELIMITER_P field_p)*\n'
    '\n'
    'field_c  : name (group fields_c endgroup)?\n'
    'field_t  : name (group fields_t endgroup)?\n'
    'field_p  : name (group fields_p endgroup)?\n'
    '\n'
    'name     : NAME | QUOTED_NAME\n'
    'group    : LBRACE\n'
    'endgroup : RBRACE\n'
    '\n'
    'LBRACE      : /\\{ */\n'
    'RBRACE      : / *\\}/\n'
    'DELIMITER_C : / *, */\n'
    'DELIMITER_T : / *\\t */\n'
    'DELIMITER_P : / *\\| */\n'
    'QUOTED_NAME : _SPAN\n'
    'NAME        : /[^ "{},|\\t\\n]/ /[^"{},|\\t\\n]*/ (_SPAN /[^"{},|\\t\\n]*/)* /(?<! )/   // no delimiter of any kind (§14.2)\n'
    '\n'
    "// ---- the text of a row, of an entry row's cells, of an inline array (§11.2); an empty cell is no token\n"
    '\n'
    'cells_c  : CELL_C? ("," CELL_C?)*\n'
    'cells_t  : CELL_T? ("\\t" CELL_T?)*\n'
    'cells_p  : CELL_P? ("|" CELL_P?)*\n'
    '\n'
    'CELL_C      : /[^",\\n]+/ ((_SPAN | _TORN) /[^",\\n]*/)* | ((_SPAN | _TORN) /[^",\\n]*/)+\n'
    'CELL_T      : /[^"\\t\\n]+/ ((_SPAN | _TORN) /[^"\\t\\n]*/)* | ((_SPAN | _TORN) /[^"\\t\\n]*/)+\n'
    'CELL_P      : /[^"|\\n]+/ ((_SPAN | _TORN) /[^"|\\n]*/)* | ((_SPAN | _TORN) /[^"|\\n]*/)+\n'
)
