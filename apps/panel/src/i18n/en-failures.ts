/** English sentences for the codes of failures that the server can report to the page. */
export const enFailures = {
  error: {
    unreachable: "Tacit does not answer. It may have been stopped.",
    usage: "Tacit does not accept this input.",
    id_malformed: "The address contains no valid id.",
    id_ambiguous: "Several memories have an id that ends like this.",
    session_ambiguous: "Several sessions have an id that begins like this.",
    memory_not_found: "There is no such memory. It was forgotten, or the address is wrong.",
    candidate_not_found: "This observation no longer waits. It was already decided elsewhere.",
    session_not_found: "There is no such session in this project. Old sessions are deleted.",
    symbol_not_found: "The code graph does not contain this file or symbol.",
    transition_forbidden: "The memory is in a state that does not allow this change.",
    not_allowed: "This is not allowed.",
    incognito: "This project is in incognito mode: nothing is stored and nothing is shown.",
    input_missing: "A file that is needed does not exist.",
    config_malformed: "A configuration file cannot be read. `tacit doctor` names it.",
    store_busy: "Another process is writing at this moment. Try again.",
    store_full: "The disk is full.",
    store_unwritable: "Tacit cannot write to its files. `tacit doctor` names the reason.",
    store_corrupt: "The database is damaged. `tacit doctor` says what to do.",
    store_newer: "A newer version of Tacit wrote the database. Update Tacit.",
    store_replaced:
      "The database was replaced or deleted. Start `tacit panel` or `tacit serve` again.",
    server_unreachable: "The database server cannot be reached.",
    server_refused:
      "The database server refused the token. To set another, run `tacit config set authToken -`.",
    learning_running: "Another process is already learning from sessions.",
    dream_running: "Another process is already looking for proposals.",
    encoder_missing:
      "The program part that runs this encoder is not installed. To install it, run `{{install}}`",
    model_not_found: "This model is not installed, or Tacit does not know its name.",
    model_mismatch: "A file of the model is not the expected one: {{file}}",
    interrupted: "It was interrupted.",
    internal: "Something failed inside Tacit. `tacit doctor` looks for the cause.",
    request_refused: "The server refused the request.",
  },
  /** Where the library's own words name options of commands. */
  sentence: {
    refused: "$t(refused.{{reason}})",
    too_many_pins:
      "{{count}} memories are pinned already. That is the limit, because each is shown at the start of every session. Unpin another one first.",
    agent_files_changed:
      "Its files changed since the changes were shown. Nothing was written: look at them again.",
    clear_http:
      "Over http, text would go to another machine in the clear. Use https, or allow sending without encryption.",
    too_many_dims: "The model returns {{count}} dimensions; search supports at most {{most}}.",
    unknown_reranker: "This folder has no ONNX model.",
  },
};
