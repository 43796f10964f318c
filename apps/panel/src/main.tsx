/** Starts the page. It exchanges the token for a cookie before any other request. */
import { setNonce } from "get-nonce";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App, router } from "./app.tsx";
import { applyPreferences } from "./data/preferences.ts";
import { beginSession } from "./data/session.ts";
import { startTranslations } from "./i18n/i18n.ts";
import "./style/tokens.css";
import "./style/base.css";
import "./style/start.css";
import "./style/parts.css";
import "./style/over.css";
import "./style/views.css";
import "./style/today.css";
import "./style/memories.css";
import "./style/memory.css";
import "./style/review.css";
import "./style/sessions.css";
import "./style/code.css";
import "./style/graph.css";
import "./style/forms.css";
import "./style/first-run.css";
import "./style/replay.css";

const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? "";
if (nonce !== "") setNonce(nonce);
applyPreferences();
await startTranslations();
await beginSession();
const place = document.getElementById("panel");
if (place === null) throw new Error("index.html has no place for the panel");
// Without this, React would first replace the frame of index.html with nothing.
await router.load();
createRoot(place).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
