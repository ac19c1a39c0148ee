// Answers requests about the reference package, one JSON object a line, one reply a line.
// Usage: node oracle.mjs FILE_URL_OF_THE_PACKAGE
// Requests: {op, options, value | text | path, to}; replies: {ok: true, result} or {ok: false, error, line}.
import { readFileSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

const { encode, decode } = await import(process.argv[2])

const OPS = {
  encode: ({ value, options }) => encode(value, options),
  decode: ({ text, options }) => decode(text, options),
  // Whole files stay out of the pipe.
  encodeFile: ({ path, to, options }) => {
    writeFileSync(to, encode(JSON.parse(readFileSync(path, 'utf8')), options))
    return to
  },
  decodeFile: ({ path, to, options }) => {
    writeFileSync(to, JSON.stringify(decode(readFileSync(path, 'utf8'), options)))
    return to
  },
}

function answer(request) {
  try {
    return { ok: true, result: OPS[request.op](request) }
  }
  catch (error) {
    return { ok: false, error: `${error.name}: ${error.message}`, line: error.line ?? null }
  }
}

for await (const line of createInterface({ input: process.stdin }))
  process.stdout.write(`${JSON.stringify(answer(JSON.parse(line)))}\n`)
