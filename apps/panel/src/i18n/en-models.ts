/** English texts about models: what each role does, what a model receives and costs, and why one gives no answer. */
export const enModels = {
  models: {
    title: "Models",
    text: "Models are optional. By default nothing leaves this machine and nothing costs money. A choice applies to all projects.",
    encoder: "Search by meaning",
    encoderText: "Finds memories that mean the same in other words.",
    reranker: "Reranker",
    rerankerText: "Compares the best hits with the question and sorts them again.",
    hyde: "Hypothetical answers",
    hydeText:
      "When a question finds nothing, a model writes a possible answer, and Tacit searches with it.",
    writer: "Writer of lessons",
    writerText:
      "Reads finished sessions and writes down what was learned: two calls for each session, with what you and the agent wrote and the results of runs. Secrets are removed first.",
    change: "Change",
    changeOf: "Change: {{role}}",
    use: "Use this model",
    asking: "Asking the model…",
    done: "Changed: {{role}}",
    calls_one: "{{count}} of {{most}} calls today",
    calls_other: "{{count}} of {{most}} calls today",
    waiting_one:
      "{{number}} memory has no vector of this model yet. They are made while this panel is open; until then, search uses the previous model.",
    waiting_other:
      "{{number}} memories have no vector of this model yet. They are made while this panel is open; until then, search uses the previous model.",
    override: "An option below takes precedence over this choice: {{value}}.",
    toInstall: "Not installed ({{size}}). To download it, run `tacit models pull {{name}}`.",
    noKey:
      "Tacit never stores a key and shows none here. It reads it from the environment in which the panel was started.",
    allowHttp: "Send text to this address without encryption (http)",
    judgesUnasked:
      "Also judge memories that are shown at prompts; each prompt then waits for the model",
  },
  modelField: {
    model: "Name of the model",
    modelOptional: "Name of the model (optional)",
    folder: "Folder with the model",
    folderOptional: "Folder with the model (optional)",
    url: "Address",
    urlOptional: "Address (optional)",
    keyName: "Environment variable with the key",
    keyNameOptional: "Environment variable with the key (optional)",
    callsADay: "Maximum calls per day",
    callsADayOptional: "Maximum calls per day (optional)",
  },
  modelKind: {
    "built-in": "Built-in model",
    ollama: "Ollama",
    "openai-compatible": "OpenAI-compatible server",
    turns: "Passages of conversations",
    late: "Every hit",
    none: "None",
    folder: "Cross-encoder in a folder",
    cohere: "Cohere, or a compatible server",
    judge: "Language model as judge",
    "claude-code": "Claude Code",
    codex: "Codex",
    gemini: "Gemini CLI",
    anthropic: "Anthropic",
  },
  modelText: {
    "encoder_built-in": "Runs inside Tacit. Nothing is sent and nothing is downloaded.",
    encoder_installed: "Runs inside Tacit on this machine. Nothing is sent.",
    encoder_ollama:
      "Every memory and every question is sent to your Ollama; secret memories only if it runs on this machine.",
    "encoder_openai-compatible":
      "Every memory, except secret ones for another machine, and every question is sent to the address. Its owner may charge for it.",
    reranker_turns:
      "The default: only passages of past sessions, with the built-in model. Nothing is sent.",
    reranker_late:
      "Every hit, with the built-in model. Nothing is sent, and each search takes longer.",
    reranker_none: "Hits stay in the order of the search.",
    reranker_ollama:
      "A Qwen3-Reranker in your Ollama receives the question and the best hits. Needs Ollama 0.12.11 or newer.",
    reranker_folder: "An ONNX model on this machine. Nothing is sent.",
    reranker_cohere:
      "Each search sends the question and the best hits to the address, without secret memories. Calls cost money.",
    reranker_judge:
      "Each search sends the question and the best hits to the address, twice. Calls may cost money.",
    hyde_none: "A question without hits stays without hits.",
    "hyde_openai-compatible":
      "A question that found nothing is sent to the address. Calls may cost money.",
    writer_none: "Rules word what Tacit learned. Nothing is sent.",
    "writer_claude-code":
      "The program on this machine, with your account there. It sends the text to its provider.",
    writer_codex:
      "The program on this machine, with your account there. It sends the text to its provider.",
    writer_gemini:
      "The program on this machine, with your account there. It sends the text to its provider.",
    writer_ollama: "Your Ollama receives the text. Calls cost nothing.",
    "writer_openai-compatible": "The address receives the text. Calls may cost money.",
    writer_anthropic: "Anthropic receives the text. Calls cost money.",
  },
  fault: {
    unreachable: "The model cannot be reached.",
    timeout: "The model did not answer in time.",
    aborted: "The call was stopped.",
    unauthorised: "The server refused the key, or no key is set.",
    not_there: "The server does not have this model.",
    rate_limited: "The limit of calls is reached.",
    server_error: "The server of the model failed.",
    refused_input: "The server refused the request.",
    redirected: "The server answered from another address.",
    not_json: "The server did not answer like a model.",
    truncated: "The answer of the model is cut off.",
    too_large: "The answer of the model is too large.",
    unexpected_shape: "The answer of the model has an unexpected format.",
    wrong_count: "The model returned another number of vectors than requested.",
    wrong_dims: "The vectors of the model have another length than stated.",
    not_finite: "The vectors of the model contain invalid numbers.",
    zero_vector: "The model returned an empty vector.",
    model_changed: "Another model now has this name.",
    unsound: "The model failed the trial question.",
    runtime_error: "The model cannot run on this machine.",
  },
};
