/**
 * Reasons of failures and problems that a person can meet in the panel. Texts of programs and servers are values. Sentences about
 * options are put together where options are read; `sentences.test.ts` compares them with these.
 */
export const REASONS = {
  refused: "refused: {reason}",
  same_text: "the correction has the same text as the memory",
  too_many_pins:
    "the memory was not pinned: {count} are pinned already, which is the limit, because each is shown at the start of every session; `tacit list --pinned` lists them, and `tacit unpin ID` makes room for another",
  proposal_unknown: "there is no open proposal with this id",
  proposal_decided: "this proposal was decided meanwhile",
  proposal_memory_gone: "a memory of this proposal is no longer active",
  proposal_memories_differ:
    "these memories can no longer be combined: one is in doubt or has expired, or they differ in who may see them or where or when they apply; decide on the memories first, or reject the proposal",
  input_too_long: "a text has more than {count} characters",
  path_outside: "the path is not of a file in the project",
  agent_files_changed:
    "its files changed since the changes were shown; nothing was written; look again",
  entries_stay: "Tacit cannot remove its entries from this file; remove them by hand",
  key_no_object: "{key} is not an object",
  key_no_list: "{key} is not a list",
  no_json_object: "not a JSON object",
  no_plain_file: "not a regular file of at most {count} bytes",
  other_version: "version is not {version}",
  file_too_large: "{path} would be too large",

  field_no_switch:
    '{file}: "{option}" is not on or off and is not used; run `tacit config set {name} VALUE`',
  field_no_number:
    '{file}: "{option}" is not a number above 0 and is not used; run `tacit config set {name} VALUE`',
  field_no_choice:
    '{file}: "{option}" is not one of {choices} and is not used; run `tacit config set {name} VALUE`',
  field_no_text:
    '{file}: "{option}" is not a text of at most {count} characters and is not used; run `tacit config set {name} VALUE`',
  field_no_list:
    '{file}: "{option}" is not a list of texts and is not used; run `tacit config set {name} VALUE`',
  field_partly:
    '{file}: "{option}" contains something other than a text, which is not used; run `tacit config path` to find the file, then correct or delete it',
  field_unknown: '{file}: there is no option "{option}"; `tacit config` lists all options',
  field_elsewhere: '{file}: "{option}" cannot be set here; see `tacit config --help`',
  field_too_bold:
    '{file}: a repository cannot set "{option}" like this; to do so yourself, run `tacit config set {name} VALUE`',
  options_off:
    "{file}: {problem}; its options are not used, and hooks are off until it can be read; run `tacit config path` to find the file, then correct or delete it",
  rules_off:
    "{file}: {problem}; hooks are off in this project until it can be read; correct or delete it",

  no_switch: "{option}: {value} is not on or off",
  no_number: "{option}: {value} is not a number above 0",
  no_choice: "{option}: {value} is not one of {choices}",
  no_text: "{option}: {value} is not a text of at most {count} characters",
  bad_characters: '{option}: "{rule}" has {count} characters; 1 to {most} are allowed',
  matches_nothing: '{option}: "{rule}" matches an empty text',
  too_slow: '{option}: "{rule}" takes too long on some texts',
  nested_repetition: '{option}: "{rule}" repeats a group that holds a repetition or a choice',
  many_repetitions: '{option}: "{rule}" has too many repetitions of open length',
  back_reference: '{option}: "{rule}" refers back to a group',
  look_around: '{option}: "{rule}" looks ahead or behind, or names a group',
  empty_glob: '{option}: "{rule}" is an empty glob',
  long_glob: '{option}: "{rule}" is longer than {count} characters',
  too_many_rules: "{option}: {count} rules are more than {most}",

  no_address: "not an address",
  no_http: "neither http nor https",
  password_in_address: "no name or password in the address: keys come from the environment",
  query_in_address: "what follows a ? in the address would not be sent: leave it out",
  clear_http: "http to another machine sends text in the clear; use https, or say --allow-http",
  model_in_ollama_missing: "Ollama does not have it; `ollama pull {model}` fetches it",
  model_in_ollama_gone: "Ollama no longer has {model}: `ollama pull {model}`",
  no_embedding_model: "it makes no vectors",
  model_needs: "it requires {options}",
  option_not_for: "{option} does not apply to {model}",
  dims_fixed: "the server gives {count} and cannot be asked for another number",
  dims_unknown: "this Ollama does not say its dimensions",
  too_many_dims:
    "the model returns {count} dimensions, and search supports at most {most}; request fewer with --dims",
  encoder_not_pulled: "it was not pulled yet: `tacit models pull {model}`",
  runtime_broken: "{package} is there but does not start: {problem}",
  unknown_reranker:
    "unknown reranker; choose turns, none, late, ollama:NAME, a folder with an ONNX model, cohere or judge",

  server_answers_with: "the server answers {status}: {message}",
  server_answers: "the server answers {status}",
  nothing_answers: "nothing answers at {url} ({code})",
  no_answer_within: "no answer within {count} ms",
  no_answer_in_time: "no answer in the time there was",
  key_not_set: "{variable} is not set in this environment",
  key_unusable: "{variable} does not hold a key",
  no_json: "the answer is not JSON",
  web_page: "the answer is a web page: is the address that of the API?",
  cut_json: "the JSON breaks off",
  connection_ended: "the connection ended before the answer did",
  other_format: "not an answer of {api}",
  said_nothing: "the model said nothing",
  program_missing:
    "{title} was not found: the PATH contains no program `{program}`; install it with `{command}`",
  program_not_started: "{title} could not be started: {message}",
  program_limit: "{title} reports that its usage limit is reached: {message}; try again later",
  not_signed_in: "{title} is not signed in: {command}; its message: {message}",
  program_failed:
    "{title} ended with {status}: {message}; run `{program}` in a terminal to see the problem",
  calls_used_up: "the {count} calls of this day are used up",
  other_answer: "the test request asks for the answer NONE; the model answered something else",
} as const;
