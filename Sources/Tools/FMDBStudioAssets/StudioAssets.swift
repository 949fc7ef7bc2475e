// pure list: exempt from the length limits
// Written by Scripts/studio-assets from the files of Assets.
#if Tool
    /// The page of the studio: what is here, and nothing else, is served.
    package enum StudioAssets {
        /// The media type and the text of each path.
        package static let all: [String: (type: String, text: String)] = [
            "/api.js": (
                "text/javascript; charset=utf-8",
                ##"""
                // Speaks with the studio. The token is in the address once, then in this tab's storage, and in a header of each request.
                const place = "fmdb.token";

                // The tabs of the studio. No other origin hears them, and another port is another origin.
                const tabs = new BroadcastChannel("fmdb");

                export async function takeToken() {
                  const found = /^#token=([0-9a-f]+)$/.exec(location.hash);
                  if (found) {
                    sessionStorage.setItem(place, found[1]);
                    history.replaceState(null, "", "#/tables");
                  }
                  const token = sessionStorage.getItem(place) ?? (await tokenOfOthers());
                  if (!token) return false;
                  sessionStorage.setItem(place, token);
                  tabs.addEventListener("message", ({ data }) => data.kind === "ask" && tabs.postMessage({ kind: "token", token }));
                  return true;
                }

                // A tab that was opened from another one has an empty storage.
                function tokenOfOthers() {
                  return new Promise((resolve) => {
                    tabs.addEventListener("message", ({ data }) => data.kind === "token" && resolve(data.token));
                    tabs.postMessage({ kind: "ask" });
                    setTimeout(() => resolve(null), 400);
                  });
                }

                function headers(more = {}) {
                  return { Authorization: `Bearer ${sessionStorage.getItem(place) ?? ""}`, ...more };
                }

                export class Failure extends Error {
                  constructor(message, status, offset) {
                    super(message);
                    this.status = status;
                    this.offset = offset;
                  }
                }

                async function request(verb, body, signal) {
                  let response;
                  try {
                    response = await fetch(`/api/${verb}`, {
                      method: "POST", body: JSON.stringify(body), headers: headers({ "Content-Type": "application/json" }), signal,
                    });
                  } catch {
                    throw new Failure("The studio does not answer. Is `fmdb serve` still running?", 0);
                  }
                  if (response.ok) return response;
                  const answer = await response.json().catch(() => ({}));
                  throw new Failure(answer.error ?? `The studio answered ${response.status}.`, response.status, answer.offset);
                }

                export async function ask(verb, body = {}, signal = undefined) {
                  return (await request(verb, body, signal)).json();
                }

                // A request that can be ended, here and in the studio.
                export class Work {
                  constructor() {
                    this.id = crypto.randomUUID();
                    this.controller = new AbortController();
                  }

                  get signal() {
                    return this.controller.signal;
                  }

                  end() {
                    ask("cancel", { id: this.id }).catch(() => {});
                    this.controller.abort();
                  }
                }

                // Tells of changes until the page goes away. One tab alone listens, and tells the others: a browser has six connections for all.
                export function listen(onChange, onState) {
                  let isOn = false;
                  tabs.addEventListener("message", ({ data }) => {
                    if (data.kind === "change") onChange(data.event);
                    if (data.kind === "state") onState(data.isOn);
                    if (data.kind === "hello" && isOn) tabs.postMessage({ kind: "state", isOn });
                  });
                  tabs.postMessage({ kind: "hello" });
                  navigator.locks.request("fmdb.live", () =>
                    follow((event) => {
                      onChange(event);
                      tabs.postMessage({ kind: "change", event });
                    }, (state) => {
                      isOn = state;
                      onState(state);
                      tabs.postMessage({ kind: "state", isOn });
                    }));
                }

                // Reconnects when the connection was lost.
                async function follow(onChange, onState) {
                  for (let pause = 500; ; pause = Math.min(pause * 2, 10000)) {
                    try {
                      const response = await fetch("/api/live", { headers: headers() });
                      if (response.status === 401) return onState(false);
                      if (response.ok) {
                        onState(true);
                        pause = 500;
                        await readEvents(response.body.getReader(), onChange);
                      }
                    } catch {
                      // Lost; below it is tried again.
                    }
                    onState(false);
                    await new Promise((resolve) => setTimeout(resolve, pause));
                  }
                }

                async function readEvents(reader, onChange) {
                  const decoder = new TextDecoder();
                  let text = "";
                  for (;;) {
                    const { value, done } = await reader.read();
                    if (done) return;
                    text += decoder.decode(value, { stream: true });
                    const events = text.split("\n\n");
                    text = events.pop();
                    for (const event of events) if (event.startsWith("data: ")) onChange(JSON.parse(event.slice(6)));
                  }
                }
                """##
            ),
            "/app.css": (
                "text/css; charset=utf-8",
                ##"""
                :root {
                  color-scheme: light;
                  --back: #f6f7f9; --card: #ffffff; --line: #dde1e8; --text: #1b2430; --soft: #5f6b7c; --accent: #1f66ad; --accent-back: #e5eff9;
                  --head: #eef1f5; --row: #fafbfc; --null: #747f90; --bad: #b3261e; --bad-back: #fdecea; --warn: #8a5700; --warn-back: #fdf3dd;
                  --good: #1c7a3d; --good-back: #e5f5ea; --flash: #fff3b8; --number: #0b5394; --blob: #7a3e9d; --shadow: 0 8px 30px rgb(20 30 50 / 22%);
                  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace;
                }
                :root[data-theme="dark"] {
                  color-scheme: dark;
                  --back: #12161d; --card: #1a2029; --line: #313a48; --text: #e6eaf0; --soft: #9aa6b8; --accent: #7fb5ee; --accent-back: #20344b;
                  --head: #222a35; --row: #1d242e; --null: #8390a3; --bad: #ff9a91; --bad-back: #44211f; --warn: #f0c267; --warn-back: #3d3115;
                  --good: #7ed69a; --good-back: #17391f; --flash: #57501d; --number: #8fc1f5; --blob: #cf9df0; --shadow: 0 8px 30px rgb(0 0 0 / 55%);
                }
                * { box-sizing: border-box; }
                html, body { height: 100%; margin: 0; }
                body {
                  display: flex; flex-direction: column; background: var(--back); color: var(--text);
                  font: 14px/1.45 system-ui, -apple-system, "Segoe UI", "Noto Sans", sans-serif;
                }
                h1 { font-size: 18px; margin: 0; overflow-wrap: anywhere; }
                h2 { font-size: 15px; margin: 18px 0 6px; }
                a { color: var(--accent); text-decoration: none; }
                a:hover { text-decoration: underline; }
                :focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
                .skip { position: absolute; left: -999px; }
                .skip:focus { left: 8px; top: 8px; background: var(--card); padding: 6px 10px; z-index: 9; }
                button, input, select, textarea {
                  font: inherit; color: inherit; background: var(--card); border: 1px solid var(--line); border-radius: 6px; padding: 4px 9px; min-height: 30px;
                }
                button { cursor: pointer; white-space: nowrap; }
                button:hover:not(:disabled) { border-color: var(--accent); }
                button:disabled { opacity: 0.45; cursor: default; }
                button.main { background: var(--accent); border-color: var(--accent); color: var(--card); }
                button.quiet { background: none; border-color: transparent; padding: 4px 7px; }
                button.danger { color: var(--bad); }
                textarea, code, pre, .mono { font-family: var(--mono); font-size: 13px; }
                textarea { width: 100%; resize: vertical; padding: 8px 10px; }
                header {
                  display: flex; align-items: center; gap: 10px; padding: 6px 12px; background: var(--card); border-bottom: 1px solid var(--line); flex: none;
                }
                #file { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; max-width: 24ch; }
                #tabs { display: flex; gap: 2px; overflow-x: auto; flex: 1; min-width: 0; scrollbar-width: none; }
                #tabs a { padding: 5px 10px; border-radius: 6px; color: var(--soft); white-space: nowrap; }
                #tabs a[aria-current] { background: var(--accent-back); color: var(--accent); font-weight: 600; }
                #tools { display: flex; align-items: center; gap: 4px; flex: none; }
                .dot { width: 10px; height: 10px; border-radius: 50%; background: var(--null); margin: 0 6px; }
                .dot.on { background: var(--good); }
                #menu { display: none; }
                #body { display: flex; flex: 1; min-height: 0; }
                #side { width: 230px; flex: none; border-right: 1px solid var(--line); background: var(--card); overflow: auto; padding: 10px; }
                #side input { width: 100%; margin-bottom: 8px; }
                #list { list-style: none; margin: 0; padding: 0; }
                #list a { display: flex; gap: 6px; padding: 3px 8px; border-radius: 6px; color: var(--text); overflow-wrap: anywhere; }
                #list a[aria-current] { background: var(--accent-back); color: var(--accent); font-weight: 600; }
                #list .kind { margin-left: auto; color: var(--soft); font-size: 11px; font-weight: 400; padding-top: 2px; }
                main { flex: 1; min-width: 0; padding: 14px 16px; overflow: auto; display: flex; flex-direction: column; gap: 10px; outline: none; }
                .bar { display: flex; flex-wrap: wrap; gap: 6px; align-items: center; }
                .bar .space { flex: 1; }
                .soft { color: var(--soft); }
                main > * { flex: none; }
                main p, dialog p, dl { margin: 0; }
                .stack { display: flex; flex-direction: column; gap: 10px; }
                #past { max-width: 240px; }
                .box.picture { background: #ffffff; }
                :root[data-theme="dark"] .box.picture { background: #14181f; }
                .chip { background: var(--accent-back); color: var(--accent); border-radius: 12px; padding: 1px 4px 1px 10px; display: inline-flex; align-items: center; overflow-wrap: anywhere; }
                .chip button { min-height: 0; padding: 0 6px; color: inherit; }
                .box { overflow: auto; border: 1px solid var(--line); border-radius: 8px; background: var(--card); min-height: 60px; }
                main > .box.tall { flex: 1 1 auto; min-height: 160px; }
                table { border-collapse: separate; border-spacing: 0; width: max-content; min-width: 100%; }
                th, td { padding: 4px 10px; border-bottom: 1px solid var(--line); border-right: 1px solid var(--line); text-align: left; white-space: nowrap; }
                th { position: sticky; top: 0; background: var(--head); z-index: 1; font-weight: 600; }
                th button { background: none; border: 0; padding: 0; min-height: 0; font-weight: 600; }
                th small { display: block; color: var(--soft); font-weight: 400; }
                td { max-width: 340px; overflow: hidden; text-overflow: ellipsis; font-family: var(--mono); font-size: 13px; }
                tbody tr:nth-child(even) td { background: var(--row); }
                tbody tr:hover td { background: var(--accent-back); }
                td:focus { outline: 2px solid var(--accent); outline-offset: -2px; }
                td.number { text-align: right; color: var(--number); }
                th.number { text-align: right; }
                td a { text-decoration: underline dotted; text-underline-offset: 3px; }
                td.null, .null { color: var(--null); font-style: italic; }
                td.blob, .blob { color: var(--blob); }
                td.row, th.row { position: sticky; left: 0; z-index: 1; background: var(--head); padding: 0; width: 1px; min-width: 38px; }
                tbody tr td.row { background: var(--head); }
                th.row { z-index: 2; }
                th.row { text-align: center; }
                td.row button { width: 100%; font-size: 12px; color: var(--soft); }
                td.changed { animation: flash 2.5s; }
                @keyframes flash { from { background: var(--flash); } 40% { background: var(--flash); } }
                @media (prefers-reduced-motion: reduce) { td.changed { animation: none; outline: 1px solid var(--warn); } }
                .badge { font: 11px/1.5 system-ui, sans-serif; border-radius: 4px; padding: 0 5px; margin: 0 6px; background: var(--head); color: var(--soft); }
                .badge.scan { background: var(--bad-back); color: var(--bad); }
                .badge.sort, .badge.automatic, .badge.index { background: var(--warn-back); color: var(--warn); }
                .badge.search { background: var(--good-back); color: var(--good); }
                .error { background: var(--bad-back); color: var(--bad); border-radius: 8px; padding: 8px 12px; white-space: pre-wrap; overflow-wrap: anywhere; }
                .note { background: var(--warn-back); color: var(--warn); border-radius: 8px; padding: 6px 12px; }
                .empty { padding: 22px; color: var(--soft); text-align: center; }
                #notice { position: fixed; right: 14px; bottom: 14px; max-width: min(520px, calc(100vw - 28px)); box-shadow: var(--shadow); z-index: 20; }
                dialog {
                  border: 1px solid var(--line); border-radius: 12px; background: var(--card); color: var(--text); padding: 16px; width: min(680px, calc(100vw - 24px));
                  max-height: calc(100vh - 40px); box-shadow: var(--shadow);
                }
                dialog::backdrop { background: rgb(10 15 25 / 45%); }
                dialog form { display: flex; flex-direction: column; gap: 10px; }
                dialog pre { margin: 0; max-height: 50vh; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere; background: var(--row); padding: 10px; border-radius: 8px; }
                dialog img { max-width: 100%; max-height: 40vh; object-fit: contain; }
                .fields { display: grid; grid-template-columns: minmax(80px, max-content) minmax(0, 1fr); gap: 6px 12px; align-items: center; }
                .fields dt, .fields label { color: var(--soft); overflow-wrap: anywhere; }
                .fields dd { margin: 0; overflow-wrap: anywhere; font-family: var(--mono); font-size: 13px; white-space: pre-wrap; }
                .tree, .tree ul { list-style: none; margin: 0; padding-left: 18px; }
                .tree { padding-left: 4px; }
                .tree li { padding: 3px 0; }
                .tree ul { border-left: 1px solid var(--line); margin-left: 6px; }
                .tree code { overflow-wrap: anywhere; }
                #choices { list-style: none; margin: -6px 0 0; padding: 4px; border: 1px solid var(--line); border-radius: 8px; background: var(--card); max-height: 190px; overflow: auto; box-shadow: var(--shadow); }
                #choices li { padding: 2px 8px; border-radius: 5px; font-family: var(--mono); font-size: 13px; cursor: pointer; display: flex; }
                #choices li[aria-selected="true"] { background: var(--accent-back); color: var(--accent); }
                #choices small { margin-left: auto; color: var(--soft); }
                .card { background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: 12px 14px; }
                .card pre { overflow: auto; margin: 6px 0 0; white-space: pre-wrap; overflow-wrap: anywhere; }
                .card .box { border-radius: 6px; }
                .hit { padding: 6px 0; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
                mark { background: var(--flash); color: inherit; border-radius: 3px; padding: 0 2px; }
                svg.chart { display: block; width: 100%; height: auto; background: var(--card); }
                svg.chart text { fill: var(--soft); font: 11px system-ui, sans-serif; }
                svg.chart .grid { stroke: var(--line); }
                svg.chart .mark { fill: var(--accent); }
                svg.chart .line { fill: none; stroke: var(--accent); stroke-width: 2; }
                .layers { position: relative; }
                .diagram { width: 100%; display: block; }
                .links a { position: absolute; border-radius: 6px; }
                .links a:hover { outline: 2px solid var(--accent); }
                .links a:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
                @media (max-width: 680px) {
                  #menu { display: block; }
                  #file { display: none; }
                  header { padding: 4px; gap: 2px; }
                  #tabs { gap: 0; }
                  #tabs a { padding: 5px 4px; font-size: 13px; }
                  #tools, #tools .quiet { gap: 0; padding: 4px; }
                  .dot { margin: 0 3px; }
                  #side { position: fixed; left: 0; top: 41px; bottom: 0; width: min(280px, 85vw); z-index: 10; display: none; box-shadow: var(--shadow); }
                  #side.open { display: block; }
                  main { padding: 10px 8px; }
                  td { max-width: 210px; }
                  .fields { grid-template-columns: minmax(0, 1fr); gap: 2px; }
                  .fields dd, .fields input { margin-bottom: 8px; }
                  input.wide, select { max-width: 100%; }
                }
                """##
            ),
            "/app.js": (
                "text/javascript; charset=utf-8",
                ##"""
                import { ask, listen, takeToken } from "./api.js";
                import { el, notify } from "./dom.js";
                import { showEdits, undoOrRedo } from "./edits.js";
                import { showDiagram, showSchema } from "./schema.js";
                import { showSearch } from "./search.js";
                import { showSQL } from "./sql.js";
                import { store, tableAddress } from "./store.js";
                import { showTable } from "./table.js";

                const byId = (id) => document.getElementById(id);
                const main = byId("main");
                let current = null;

                // MARK: Pages

                function route() {
                  const [path, query] = location.hash.slice(1).split("?");
                  const [, page = "tables", ...names] = path.split("/");
                  const name = names.length ? decodeURIComponent(names.join("/")) : null;
                  let view = {};
                  try {
                    if (query) view = JSON.parse(decodeURIComponent(query));
                  } catch {
                    view = {};
                  }
                  return { page, name, view };
                }

                async function show() {
                  const { page, name, view } = route();
                  current?.leave?.();
                  current = null;
                  main.replaceChildren();
                  byId("side").classList.remove("open");
                  byId("menu").setAttribute("aria-expanded", "false");
                  for (const link of byId("tabs").children) {
                    const isCurrent = link.dataset.page === page || (page === "tables" && link.dataset.page === "table");
                    isCurrent ? link.setAttribute("aria-current", "page") : link.removeAttribute("aria-current");
                  }
                  for (const link of byId("list").querySelectorAll("a")) {
                    const isCurrent = ["table", "schema"].includes(page) && link.dataset.name === name;
                    isCurrent ? link.setAttribute("aria-current", "true") : link.removeAttribute("aria-current");
                  }
                  document.title = `${name ? name + " – " : ""}${store.schema.file} – fmdb studio`;
                  if (page === "tables") {
                    const first = store.schema.tables.find((table) => table.kind === "table") ?? store.schema.tables[0];
                    if (first) return location.replace(tableAddress(first.name));
                    return main.append(el("p", { class: "empty" }, "The database has no tables."));
                  }
                  const pages = { table: showTable, sql: showSQL, schema: showSchema, diagram: showDiagram, search: showSearch };
                  if (!pages[page]) return main.append(el("p", { class: "empty" }, "There is no such page."));
                  current = pages[page](main, name, view);
                }

                function showList() {
                  const wanted = byId("find").value.toLowerCase();
                  const order = { table: 0, view: 1, virtual: 2, shadow: 3 };
                  const tables = store.schema.tables
                    .filter((table) => table.name.toLowerCase().includes(wanted) && (table.kind !== "shadow" || wanted))
                    .sort((a, b) => order[a.kind] - order[b.kind] || a.name.localeCompare(b.name));
                  byId("list").replaceChildren(
                    ...tables.map((table) =>
                      el("li", {},
                        el("a", { href: tableAddress(table.name), "data-name": table.name }, table.name,
                          table.kind === "table" ? null : el("span", { class: "kind" }, table.module || table.kind)))));
                }

                async function loadSchema() {
                  store.schema = await ask("schema");
                  byId("file").textContent = store.schema.file;
                  byId("file").title = `SQLite ${store.schema.sqlite}${store.schema.writable ? "" : ", read only"}`;
                  showEdits(store.schema.state);
                  showList();
                }

                // MARK: Live

                async function changed(event) {
                  if (event.schema) {
                    try {
                      await loadSchema();
                    } catch (error) {
                      notify(error.message);
                    }
                  }
                  current?.changed?.(event);
                }

                function showLive(isOn) {
                  const dot = byId("live");
                  dot.classList.toggle("on", isOn);
                  dot.title = isOn ? "Live: rows follow the file" : "Not connected";
                  dot.setAttribute("aria-label", dot.title);
                }

                // MARK: Start

                const refresh = () => current?.refresh?.();
                const undo = () => undoOrRedo("undo", refresh);
                const redo = () => undoOrRedo("redo", refresh);

                function setTheme(theme) {
                  document.documentElement.dataset.theme = theme;
                  localStorage.setItem("fmdb.theme", theme);
                }

                function addListeners() {
                  byId("theme").addEventListener("click", () =>
                    setTheme(document.documentElement.dataset.theme === "dark" ? "light" : "dark"));
                  byId("find").addEventListener("input", showList);
                  byId("undo").addEventListener("click", undo);
                  byId("redo").addEventListener("click", redo);
                  byId("menu").addEventListener("click", () => {
                    const isOpen = byId("side").classList.toggle("open");
                    byId("menu").setAttribute("aria-expanded", String(isOpen));
                    if (isOpen) byId("find").focus();
                  });
                  byId("skip").addEventListener("click", (event) => {
                    event.preventDefault();
                    main.focus();
                  });
                  addEventListener("keydown", (event) => {
                    if (event.altKey && event.code === "KeyZ") undo();
                    else if (event.altKey && event.code === "KeyY") redo();
                    else if (event.key === "Escape" && byId("side").classList.contains("open")) byId("menu").click();
                    else if (event.key === "/" && !/^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)) {
                      event.preventDefault();
                      if (getComputedStyle(byId("side")).display === "none") byId("menu").click();
                      byId("find").focus();
                    }
                  });
                  addEventListener("hashchange", show);
                }

                async function start() {
                  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
                  document.documentElement.dataset.theme = localStorage.getItem("fmdb.theme") ?? (dark ? "dark" : "light");
                  if (!(await takeToken())) {
                    return main.append(el("p", { class: "empty" }, "Open the studio by the address that `fmdb serve` has printed."));
                  }
                  try {
                    await loadSchema();
                  } catch (error) {
                    return main.append(el("p", { class: "error" }, error.message));
                  }
                  addListeners();
                  show();
                  listen(changed, showLive);
                }

                start();
                """##
            ),
            "/cells.js": (
                "text/javascript; charset=utf-8",
                ##"""
                import { el } from "./dom.js";

                // A cell is null, or a text whose first letter is the storage class (i, r, t), or {t, n} for the beginning of a long text, or {b, n}
                // for the first bytes of a blob.
                export function kind(cell) {
                  if (cell == null) return "null";
                  if (typeof cell === "object") return "b" in cell ? "blob" : "text";
                  return { i: "integer", r: "real", t: "text" }[cell[0]];
                }

                export function text(cell) {
                  if (cell == null) return "";
                  if (typeof cell === "object") return "b" in cell ? cell.b : cell.t;
                  return cell.slice(1);
                }

                export const isWhole = (cell) => cell == null || typeof cell !== "object";
                export const isNumber = (cell) => ["integer", "real"].includes(kind(cell));
                export const number = (cell) => (isNumber(cell) ? Number(text(cell).replace("inf", "Infinity")) : NaN);

                export function size(bytes) {
                  if (bytes < 1000) return `${bytes} B`;
                  for (const [unit, factor] of [["kB", 1e3], ["MB", 1e6], ["GB", 1e9]]) {
                    if (bytes < factor * 1000 || unit === "GB") return `${(bytes / factor).toFixed(1)} ${unit}`;
                  }
                }

                // The exact value, as the studio takes it; null for one that was not shown whole.
                export function exact(cell) {
                  if (cell == null) return "n";
                  if (typeof cell === "object") return null;
                  if (cell[0] !== "r") return cell;
                  const view = new DataView(new ArrayBuffer(8));
                  view.setFloat64(0, number(cell));
                  return "r" + view.getBigUint64(0).toString(16);
                }

                const dateTypes = /date|time/i;
                const dateNames = /(^|_)(at|on|date|time|timestamp|day)$|(At|Date|Time)$/;

                // The moment that a number of a date column stands for: seconds or milliseconds since 1970, or a Julian day.
                export function moment(cell, column) {
                  if (!isNumber(cell) || !column || !(dateTypes.test(column.type ?? "") || dateNames.test(column.name))) return null;
                  const value = number(cell);
                  let milliseconds = null;
                  if (value > 1e8 && value < 1e10) milliseconds = value * 1000;
                  else if (value > 1e11 && value < 1e13) milliseconds = value;
                  else if (kind(cell) === "real" && value > 2e6 && value < 3e6) milliseconds = (value - 2440587.5) * 86400000;
                  return milliseconds == null ? null : new Date(milliseconds).toISOString().replace("T", " ").replace(/\.000Z|Z/, "");
                }

                export function json(value) {
                  if (!/^\s*[[{]/.test(value)) return undefined;
                  try {
                    return JSON.parse(value);
                  } catch {
                    return undefined;
                  }
                }

                // What is shown of a cell: nodes, and the class of the table's cell.
                export function shown(cell, column) {
                  switch (kind(cell)) {
                    case "null": return { nodes: ["NULL"], style: "null" };
                    case "blob": {
                      const more = cell.n > cell.b.length / 2 ? "…" : "";
                      return { nodes: [el("span", { class: "badge" }, size(cell.n)), `x'${cell.b}${more}'`], style: "blob" };
                    }
                    case "integer":
                    case "real": {
                      const date = moment(cell, column);
                      const nodes = [text(cell)];
                      if (date) nodes.push(el("span", { class: "badge" }, date));
                      return { nodes, style: "number" };
                    }
                    default: {
                      const value = text(cell);
                      // Line ends and other controls do not break the row.
                      const nodes = [value.replace(/[\u0000-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, (c) => (c === "\n" ? "↵" : "·"))];
                      if (value === "") nodes[0] = el("span", { class: "null" }, "empty");
                      if (typeof cell === "object") nodes.unshift(el("span", { class: "badge" }, size(cell.n)));
                      else if (json(value) !== undefined) nodes.push(el("span", { class: "badge" }, "JSON"));
                      return { nodes, style: "text" };
                    }
                  }
                }
                """##
            ),
            "/chart.js": (
                "text/javascript; charset=utf-8",
                ##"""
                import { isNumber, number, shown, text } from "./cells.js";
                import { el, svg } from "./dom.js";

                const [height, left, bottom, top] = [300, 62, 32, 12];

                // Lets a result be drawn, if it has numbers.
                export function chartOf({ columns, rows }) {
                  const numeric = columns.map((_, index) => index).filter((index) => rows.length > 1 && rows.some((row) => isNumber(row[index])));
                  if (!numeric.length) return null;
                  const option = (index) => el("option", { value: index }, columns[index]);
                  const label = columns.findIndex((_, index) => !numeric.includes(index));
                  const y = numeric.find((index) => index > 0) ?? numeric[0];
                  const form = el("select", { "aria-label": "Kind of chart" }, [["", "No chart"], ["bar", "Bars"], ["line", "Line"], ["dots", "Dots"]].map(
                    ([value, name]) => el("option", { value }, name)));
                  const xField = el("select", { "aria-label": "Labels" }, columns.map((_, index) => option(index)));
                  const yField = el("select", { "aria-label": "Numbers" }, numeric.map(option));
                  xField.value = String(label >= 0 ? label : columns.length > 1 ? (y === 0 ? 1 : 0) : 0);
                  yField.value = String(y);
                  const place = el("div");
                  const draw = () => {
                    xField.hidden = yField.hidden = !form.value;
                    place.replaceChildren(form.value ? drawing(form.value, rows, Number(xField.value), Number(yField.value), columns) : "");
                  };
                  for (const field of [form, xField, yField]) field.addEventListener("change", draw);
                  draw();
                  return el("div", { class: "card" }, el("div", { class: "bar" }, "Chart", form, xField, yField), place);
                }

                function short(value) {
                  const size = Math.abs(value);
                  for (const [unit, factor] of [["G", 1e9], ["M", 1e6], ["k", 1e3]]) if (size >= factor) return `${+(value / factor).toPrecision(4)} ${unit}`;
                  return String(+value.toPrecision(4));
                }

                function ticks(low, high) {
                  const rough = (high - low) / 4 || 1;
                  const power = 10 ** Math.floor(Math.log10(rough));
                  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough);
                  const start = Math.ceil(low / step) * step;
                  // Counted: next to a large number the step may change nothing.
                  return [...Array(8).keys()].map((index) => start + index * step).filter((value) => value <= high + step / 1e6);
                }

                function drawing(kind, rows, x, y, columns) {
                  // As wide as it is shown, so that its letters are as large as the others.
                  const width = Math.max(320, Math.min(1000, document.querySelector("main").clientWidth - 62));
                  const points = rows.map((row, index) => ({ label: shown(row[x]).style === "null" ? "NULL" : text(row[x]), x: isNumber(row[x]) ? number(row[x]) : index, y: number(row[y]) }))
                    .filter((point) => Number.isFinite(point.y)).slice(0, kind === "bar" ? 200 : 1000);
                  const areNumbers = kind !== "bar" && rows.every((row) => isNumber(row[x]));
                  if (!areNumbers) points.forEach((point, index) => (point.x = index));
                  const values = points.map((point) => point.y);
                  let [low, high] = [Math.min(...values), Math.max(...values)];
                  if (kind === "bar") [low, high] = [Math.min(0, low), Math.max(0, high)];
                  if (low === high) [low, high] = [low - 1, high + 1];
                  const marks = ticks(low, high);
                  const step = marks[1] - marks[0] || 1;
                  [low, high] = [Math.min(low, Math.floor(low / step) * step), Math.max(high, Math.ceil(high / step) * step)];
                  const [first, last] = [Math.min(...points.map((p) => p.x)), Math.max(...points.map((p) => p.x))];
                  const space = (width - left - 14) / (kind === "bar" ? points.length : 1);
                  const place = {
                    x: (value, index) => (kind === "bar" ? left + space * (index + 0.5) : left + ((value - first) / (last - first || 1)) * space),
                    y: (value) => top + ((high - value) / (high - low)) * (height - top - bottom),
                  };
                  const picture = svg("svg", { class: "chart", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `${columns[y]} by ${columns[x]}` });
                  for (const tick of ticks(low, high)) {
                    picture.append(svg("line", { class: "grid", x1: left, x2: width - 14, y1: place.y(tick), y2: place.y(tick) }),
                      svg("text", { x: left - 8, y: place.y(tick) + 4, "text-anchor": "end" }, short(tick)));
                  }
                  if (kind === "line") picture.append(svg("polyline", { class: "line", points: points.map((p, i) => `${place.x(p.x, i)},${place.y(p.y)}`).join(" ") }));
                  points.forEach((point, index) => {
                    const title = svg("title", {}, `${point.label}: ${point.y}`);
                    const [px, py, zero] = [place.x(point.x, index), place.y(point.y), place.y(0)];
                    picture.append(kind === "bar"
                      ? svg("rect", { class: "mark", x: px - space * 0.38, width: Math.max(1, space * 0.76), y: Math.min(py, zero), height: Math.max(1, Math.abs(zero - py)), rx: 2 }, title)
                      : svg("circle", { class: "mark", cx: px, cy: py, r: kind === "dots" ? 3.5 : points.length > 80 ? 1.5 : 3 }, title));
                  });
                  labels(picture, points, place, Math.floor(width / 85));
                  return picture;
                }

                // As many labels as fit.
                function labels(picture, points, place, most) {
                  const step = Math.ceil(points.length / most);
                  points.forEach((point, index) => {
                    if (index % step) return;
                    const label = point.label.length > 12 ? point.label.slice(0, 11) + "…" : point.label;
                    picture.append(svg("text", { x: place.x(point.x, index), y: height - bottom + 18, "text-anchor": "middle" }, label));
                  });
                }
                """##
            ),
            "/completion.js": (
                "text/javascript; charset=utf-8",
                ##"""
                import { el } from "./dom.js";
                import { store } from "./store.js";

                const keywords = `select from where group by order having limit offset join left inner cross on using as and or not in is null like glob
                between exists case when then else end distinct union all intersect except with recursive values insert into update set delete replace
                create table index view trigger drop alter returning asc desc collate nocase over partition count sum avg min max total coalesce ifnull
                length lower upper substr trim replace round abs date time datetime strftime julianday json_extract json_each group_concat typeof printf`
                  .split(/\s+/);

                const plain = /^[A-Za-z_][A-Za-z0-9_]*$/;
                const quoted = (name) => (plain.test(name) ? name : `"${name.replaceAll('"', '""')}"`);

                // Offers tables, columns and keywords below a text field. Tab or Enter takes one, Escape none.
                export class Completion {
                  constructor(field) {
                    this.field = field;
                    this.items = [];
                    this.list = el("ul", { id: "choices", role: "listbox", "aria-label": "Completions", hidden: true });
                    field.setAttribute("aria-controls", "choices");
                    field.addEventListener("input", () => this.offer(false));
                    field.addEventListener("blur", () => setTimeout(() => this.close(), 150));
                    field.addEventListener("keydown", (event) => this.key(event));
                  }

                  get word() {
                    const before = this.field.value.slice(0, this.field.selectionStart);
                    return /(?:([A-Za-z_]\w*)\.)?([A-Za-z_]\w*)?$/.exec(before);
                  }

                  offer(isAsked) {
                    const [, owner, start = ""] = this.word;
                    if (!isAsked && !owner && start.length < 1) return this.close();
                    this.items = this.candidates(owner, start).slice(0, 40);
                    if (this.items.length === 1 && this.items[0].text.toLowerCase() === start.toLowerCase()) this.items = [];
                    this.chosen = 0;
                    this.show();
                  }

                  candidates(owner, start) {
                    const begins = (name) => name.toLowerCase().startsWith(start.toLowerCase());
                    const sql = this.field.value;
                    const lower = sql.toLowerCase();
                    const columnsOf = (table) => table.columns.filter(({ name }) => begins(name)).map(({ name, type }) => ({ text: name, hint: `${table.name} ${type}` }));
                    if (owner) {
                      const alias = new RegExp(`"?([A-Za-z_]\\w*)"?\\s+(?:as\\s+)?${owner}\\b`, "i").exec(sql)?.[1];
                      const table = this.table(owner) ?? (alias && this.table(alias));
                      return table ? columnsOf(table) : [];
                    }
                    const used = store.schema.tables.filter(({ name }) => lower.includes(name.toLowerCase()));
                    const tables = store.schema.tables.filter(({ name, kind }) => kind !== "shadow" && begins(name)).map(({ name, kind }) => ({ text: name, hint: kind }));
                    const words = keywords.filter(begins).map((word) => ({ text: /[A-Z]/.test(start) ? word.toUpperCase() : word, hint: "", isPlain: true }));
                    const seen = new Set();
                    return [...used.flatMap(columnsOf), ...tables, ...words].filter(({ text }) => !seen.has(text) && seen.add(text));
                  }

                  table(name) {
                    return store.schema.tables.find((table) => table.name.toLowerCase() === name.toLowerCase());
                  }

                  show() {
                    this.list.hidden = !this.items.length;
                    this.list.replaceChildren(...this.items.map((item, index) =>
                      el("li", { role: "option", id: `choice-${index}`, "aria-selected": String(index === this.chosen), onmousedown: (event) => {
                        event.preventDefault();
                        this.take(index);
                      } }, item.text, el("small", {}, item.hint))));
                    this.list.children[this.chosen]?.scrollIntoView({ block: "nearest" });
                    this.items.length ? this.field.setAttribute("aria-activedescendant", `choice-${this.chosen}`) : this.field.removeAttribute("aria-activedescendant");
                  }

                  close() {
                    this.items = [];
                    this.show();
                  }

                  take(index) {
                    const [, , start = ""] = this.word;
                    const { text, isPlain } = this.items[index];
                    const end = this.field.selectionStart;
                    this.field.setRangeText(isPlain ? text : quoted(text), end - start.length, end, "end");
                    this.close();
                    this.field.dispatchEvent(new Event("input"));
                    this.close();
                  }

                  key(event) {
                    if (event.ctrlKey && event.code === "Space") {
                      event.preventDefault();
                      return this.offer(true);
                    }
                    if (!this.items.length || event.ctrlKey || event.metaKey) return;
                    const steps = { ArrowDown: 1, ArrowUp: -1 };
                    if (steps[event.key]) {
                      this.chosen = (this.chosen + steps[event.key] + this.items.length) % this.items.length;
                      this.show();
                    } else if (event.key === "Tab" && !event.shiftKey) this.take(this.chosen);
                    else if (event.key === "Escape") this.close();
                    else return;
                    event.preventDefault();
                    event.stopPropagation();
                  }
                }
                """##
            ),
            "/dom.js": (
                "text/javascript; charset=utf-8",
                ##"""
                // Makes elements. Texts become text nodes, never markup.
                export function el(name, properties = {}, ...children) {
                  const element = document.createElement(name);
                  set(element, properties);
                  element.append(...children.flat().filter((child) => child != null && child !== false));
                  return element;
                }

                export function svg(name, attributes = {}, ...children) {
                  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
                  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
                  element.append(...children);
                  return element;
                }

                function set(element, properties) {
                  for (const [key, value] of Object.entries(properties)) {
                    if (value == null || value === false) continue;
                    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
                    else if (key === "class") element.className = value;
                    else if (key in element && typeof element[key] !== "object") element[key] = value;
                    else element.setAttribute(key, value === true ? "" : value);
                  }
                }

                let noticeTimer;

                export function notify(message, isError = true) {
                  const notice = document.getElementById("notice");
                  notice.className = isError ? "error" : "note";
                  notice.textContent = message;
                  notice.hidden = false;
                  clearTimeout(noticeTimer);
                  noticeTimer = setTimeout(() => (notice.hidden = true), isError ? 9000 : 3500);
                }

                // Opens a dialog, and removes it when it is closed. The focus goes back to where it was.
                export function dialog(title, ...children) {
                  const box = el("dialog", { "aria-label": title }, el("div", { class: "stack" }, el("h1", {}, title), ...children));
                  box.addEventListener("close", () => box.remove());
                  box.addEventListener("click", (event) => {
                    if (event.target === box) box.close();
                  });
                  document.body.append(box);
                  box.showModal();
                  return box;
                }

                export function button(label, onclick, properties = {}) {
                  return el("button", { type: "button", onclick, ...properties }, label);
                }

                export function counted(number, noun) {
                  return `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;
                }
                """##
            ),
            "/edits.js": (
                "text/javascript; charset=utf-8",
                ##"""
                import { ask } from "./api.js";
                import { notify } from "./dom.js";

                const byId = (id) => document.getElementById(id);

                // What can be undone, after each change.
                export function showEdits(edits) {
                  if (!edits) return;
                  for (const verb of ["undo", "redo"]) {
                    const button = byId(verb);
                    button.hidden = false;
                    button.disabled = edits[verb] === 0;
                    button.querySelector("span").textContent = edits[verb] || "";
                    button.setAttribute("aria-label", `${verb === "undo" ? "Undo" : "Redo"}, ${edits[verb]} steps`);
                  }
                  byId("undo").title = edits.obstacle ? `Undo (Alt+Z). Steps before were forgotten: ${edits.obstacle}` : "Undo (Alt+Z)";
                }

                export async function change(verb, body) {
                  const edits = await ask(verb, body);
                  showEdits(edits);
                  return edits;
                }

                export async function undoOrRedo(verb, refresh) {
                  if (byId(verb).hidden || byId(verb).disabled) return;
                  try {
                    await change(verb, {});
                    refresh();
                  } catch (error) {
                    notify(error.message);
                  }
                }
                """##
            ),
            "/icon.svg": (
                "image/svg+xml",
                ##"""
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#2f6fb3"/><g fill="none" stroke="#fff" stroke-width="2.4"><ellipse cx="16" cy="9.5" rx="8.5" ry="3.5"/><path d="M7.5 9.5v13c0 2 3.800 3.500 8.500 3.500s8.500-1.500 8.500-3.500v-13M7.500 16c0 2 3.800 3.500 8.500 3.500s8.500-1.500 8.500-3.500"/></g></svg>
                """##
            ),
            "/": (
                "text/html; charset=utf-8",
                ##"""
                <!doctype html>
                <html lang="en">
                <head>
                <meta charset="utf-8">
                <meta name="viewport" content="width=device-width, initial-scale=1">
                <title>fmdb studio</title>
                <link rel="icon" href="/icon.svg" type="image/svg+xml">
                <link rel="stylesheet" href="/app.css">
                <script type="module" src="/app.js"></script>
                </head>
                <body>
                <a class="skip" href="#main" id="skip">Skip to the content</a>
                <header>
                <button id="menu" class="quiet" aria-label="Tables" aria-expanded="false" aria-controls="side">☰</button>
                <strong id="file">fmdb</strong>
                <nav id="tabs" aria-label="Pages">
                <a href="#/tables" data-page="table">Tables</a>
                <a href="#/sql" data-page="sql">SQL</a>
                <a href="#/schema" data-page="schema">Schema</a>
                <a href="#/diagram" data-page="diagram">Diagram</a>
                <a href="#/search" data-page="search">Search</a>
                </nav>
                <span id="tools">
                <button id="undo" class="quiet" hidden title="Undo (Alt+Z)">↶ <span></span></button>
                <button id="redo" class="quiet" hidden title="Redo (Alt+Y)">↷ <span></span></button>
                <span id="live" class="dot" role="status" title="Not connected"></span>
                <button id="theme" class="quiet" title="Light or dark" aria-label="Light or dark">◐</button>
                </span>
                </header>
                <div id="body">
                <aside id="side" aria-label="Tables">
                <input id="find" type="search" placeholder="Find a table" aria-label="Find a table">
                <ul id="list"></ul>
                </aside>
                <main id="main" tabindex="-1"></main>
                </div>
                <div id="notice" role="alert" hidden></div>
                <noscript>The studio needs JavaScript.</noscript>
                </body>
                </html>
                """##
            ),
            "/row.js": (
                "text/javascript; charset=utf-8",
                ##"""
                import { ask } from "./api.js";
                import { exact, isWhole, json, kind, moment, shown, size, text } from "./cells.js";
                import { button, dialog, el, notify } from "./dom.js";
                import { change } from "./edits.js";
                import { store, tableAddress } from "./store.js";

                const kinds = [["auto", "by column"], ["text", "text"], ["integer", "integer"], ["real", "real"], ["null", "NULL"], ["blob", "blob (hex)"]];

                // MARK: A cell

                // Shows a value whole, and lets it be changed where that is allowed.
                export async function showCell(page, row, index) {
                  const column = page.column(index);
                  const cell = row.cells[index];
                  let value = { text: text(cell), isWhole: isWhole(cell) };
                  if (!value.isWhole && row.key) {
                    try {
                      value = await ask("cell", { table: page.table.name, column: column.name, key: row.key });
                    } catch (error) {
                      return notify(error.message);
                    }
                  }
                  const facts = el("p", { class: "soft" }, factsOf(cell, value, column));
                  const isEditable = page.table.editable && row.key && !column.generated && (value.isWhole || value.bytes != null);
                  const preview = previewOf(cell, value);
                  const box = isEditable
                    ? dialog(column.name, facts, preview, editForm(page, row, index, value, () => box.close()))
                    : dialog(column.name, facts, preview ?? el("pre", {}, cell == null ? "NULL" : value.text ?? ""),
                      el("div", { class: "bar" }, button("Close", () => box.close(), { class: "main", autofocus: true })));
                }

                function factsOf(cell, value, column) {
                  const facts = [kind(cell) === "null" ? "NULL" : kind(cell)];
                  if (value.count) facts.push(size(value.count));
                  const date = moment(cell, column);
                  if (date) facts.push(`${date} UTC`);
                  if (!value.isWhole) facts.push("its beginning");
                  if (column.type) facts.push(`declared ${column.type}`);
                  return facts.join(", ");
                }

                function previewOf(cell, value) {
                  if (value.bytes != null) {
                    const bytes = Uint8Array.from(atob(value.bytes), (c) => c.charCodeAt(0));
                    return el("div", { class: "stack" }, pictureOf(bytes, value), el("pre", {}, hexOf(bytes.subarray(0, 4096))));
                  }
                  const parsed = value.isWhole && kind(cell) === "text" ? json(value.text ?? "") : undefined;
                  return parsed === undefined ? null : el("pre", {}, JSON.stringify(parsed, null, 2));
                }

                function pictureOf(bytes, value) {
                  const types = { "89504e47": "image/png", ffd8ff: "image/jpeg", 47494638: "image/gif", 52494646: "image/webp" };
                  const start = Array.from(bytes.subarray(0, 4), (byte) => byte.toString(16).padStart(2, "0")).join("");
                  const type = Object.entries(types).find(([magic]) => start.startsWith(magic))?.[1];
                  if (!type || !value.isWhole) return null;
                  const address = URL.createObjectURL(new Blob([bytes], { type }));
                  return el("img", { src: address, alt: "The picture in the blob", onload: () => URL.revokeObjectURL(address) });
                }

                function hexOf(bytes) {
                  const lines = [];
                  for (let start = 0; start < bytes.length; start += 16) {
                    const part = Array.from(bytes.subarray(start, start + 16));
                    const hex = part.map((byte) => byte.toString(16).padStart(2, "0")).join(" ").padEnd(48);
                    const letters = part.map((byte) => (byte >= 32 && byte < 127 ? String.fromCharCode(byte) : "·")).join("");
                    lines.push(`${start.toString(16).padStart(6, "0")}  ${hex} ${letters}`);
                  }
                  return lines.join("\n");
                }

                function editForm(page, row, index, value, close) {
                  const cell = row.cells[index];
                  const column = page.column(index);
                  const isBlob = kind(cell) === "blob";
                  const hex = isBlob && value.isWhole ? Array.from(atob(value.bytes), (c) => c.charCodeAt(0).toString(16).padStart(2, "0")).join("") : "";
                  const field = el("textarea", { rows: 6, "aria-label": "New value", autofocus: true, spellcheck: false }, isBlob ? hex : value.text ?? "");
                  const type = el("select", { "aria-label": "Type" }, kinds.map(([name, label]) => el("option", { value: name }, label)));
                  // A text in a column of numbers, and the like, stays what it is.
                  type.value = isBlob ? "blob" : cell == null ? "auto" : kind(cell) === "text" && column.affinity !== "TEXT" ? "text" : "auto";
                  type.addEventListener("change", () => (field.disabled = type.value === "null"));
                  const problem = el("div", { class: "error", hidden: true });
                  const save = async (event) => {
                    event.preventDefault();
                    try {
                      await change("update", {
                        table: page.table.name, key: row.key, column: column.name, value: { kind: type.value, text: field.value },
                        former: exact(cell),
                      });
                      close();
                      page.refresh();
                    } catch (error) {
                      problem.textContent = error.message;
                      problem.hidden = false;
                    }
                  };
                  field.addEventListener("keydown", (event) => {
                    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) save(event);
                  });
                  return el("form", { onsubmit: save }, field, problem,
                    el("div", { class: "bar" }, el("label", { class: "soft" }, "as ", type), el("span", { class: "space" }),
                      button("Cancel", close), el("button", { class: "main", title: "Ctrl+Enter" }, "Save")));
                }

                // MARK: A row

                export function showRow(page, row) {
                  const fields = page.page.columns.flatMap((name, index) => {
                    const { nodes, style } = shown(row.cells[index], page.column(index));
                    const address = page.reference(row, index);
                    return [el("dt", {}, name), el("dd", { class: style === "null" ? "null" : "" }, address ? el("a", { href: address }, ...nodes) : nodes)];
                  });
                  const links = referencesTo(page, row);
                  const box = dialog(`A row of ${page.table.name}`, el("dl", { class: "fields" }, fields),
                    links.length ? el("div", {}, el("h2", {}, "Referred to by"), links) : null,
                    el("div", { class: "bar" },
                      page.table.editable && row.key ? button("Delete", () => remove(page, row, box), { class: "danger" }) : null,
                      el("span", { class: "space" }), button("Close", () => box.close(), { class: "main", autofocus: true })));
                  box.addEventListener("click", (event) => {
                    if (event.target.closest("a")) box.close();
                  });
                }

                function referencesTo(page, row) {
                  const links = [];
                  for (const table of store.schema.tables) {
                    for (const key of table.foreignKeys) {
                      if (key.table !== page.table.name || key.targets.length !== key.columns.length) continue;
                      const filters = key.columns.map((column, place) => {
                        const cell = row.cells[page.page.columns.indexOf(key.targets[place])];
                        return cell == null || !isWhole(cell) ? null : { column, comparison: "=", value: exact(cell), text: text(cell) };
                      });
                      if (filters.includes(null)) continue;
                      links.push(el("div", {}, el("a", { href: tableAddress(table.name, { filters }) }, `${table.name} (${key.columns.join(", ")})`)));
                    }
                  }
                  return links;
                }

                async function remove(page, row, box) {
                  try {
                    await change("delete", { table: page.table.name, keys: [row.key] });
                    box.close();
                    notify("The row was deleted. Alt+Z brings it back.", false);
                    page.refresh();
                  } catch (error) {
                    box.close();
                    notify(error.message);
                  }
                }

                export function addRow(page) {
                  const columns = page.table.columns.filter((column) => !column.generated);
                  const inputs = columns.map((column, index) => el("input", {
                    class: "wide", id: `new-${index}`, placeholder: column.defaultValue ?? (column.notNull ? "required" : column.key ? "" : "NULL"), autocomplete: "off",
                  }));
                  const problem = el("div", { class: "error", hidden: true });
                  const save = async (event) => {
                    event.preventDefault();
                    const values = {};
                    for (const [index, column] of columns.entries()) {
                      if (inputs[index].value !== "") values[column.name] = { kind: "auto", text: inputs[index].value };
                    }
                    try {
                      await change("insert", { table: page.table.name, values });
                      box.close();
                      notify("The row was added. Alt+Z takes it away.", false);
                      page.refresh();
                    } catch (error) {
                      problem.textContent = error.message;
                      problem.hidden = false;
                    }
                  };
                  const box = dialog(`A new row of ${page.table.name}`,
                    el("form", { onsubmit: save },
                      el("div", { class: "fields" }, columns.flatMap((column, index) => [
                        el("label", { htmlFor: `new-${index}` }, `${column.name} ${column.type}`), inputs[index],
                      ])),
                      el("p", { class: "soft" }, "What is left empty gets the column's default."), problem,
                      el("div", { class: "bar" }, el("span", { class: "space" }), button("Cancel", () => box.close()),
                        el("button", { class: "main" }, "Add"))));
                }
                """##
            ),
            "/schema.js": (
                "text/javascript; charset=utf-8",
                ##"""
                import { ask } from "./api.js";
                import { button, counted, el } from "./dom.js";
                import { store, tableAddress, tableNamed } from "./store.js";

                export function showSchema(main, name) {
                  const tables = name ? [tableNamed(name)].filter(Boolean) : store.schema.tables.filter((table) => table.kind !== "shadow");
                  main.append(el("h1", {}, name ? `Schema of ${name}` : "Schema"));
                  if (!tables.length) main.append(el("p", { class: "empty" }, "There is nothing to show."));
                  main.append(...tables.map((table) => card(table, Boolean(name))));
                  return { changed: (event) => event.schema && (main.replaceChildren(), showSchema(main, name)) };
                }

                function card(table, isAlone) {
                  const columns = el("div", { class: "box" }, el("table", {},
                    el("thead", {}, el("tr", {}, ["Column", "Type", "Constraints", "Default", "Refers to"].map((text) => el("th", { scope: "col" }, text)))),
                    el("tbody", {}, table.columns.map((column) => el("tr", {},
                      el("td", {}, column.name), el("td", {}, column.type || el("span", { class: "soft" }, "any")),
                      el("td", {}, [column.key ? "key" : "", column.notNull ? "NOT NULL" : "", column.generated ? "generated" : ""].filter(Boolean).join(", ")),
                      el("td", {}, column.defaultValue ?? ""), el("td", {}, references(table, column)))))));
                  const parts = [];
                  if (table.indexes.length) {
                    parts.push(el("h2", {}, "Indexes"), ...table.indexes.map((index) =>
                      el("div", { class: "mono" }, `${index.name} (${index.columns.join(", ")})${index.unique ? " unique" : ""}${index.condition ? ` where ${index.condition}` : ""}`)));
                  }
                  if (table.triggers.length) parts.push(el("h2", {}, "Triggers"), ...table.triggers.map((trigger) => el("pre", {}, trigger.sql)));
                  const sql = el("details", { open: isAlone }, el("summary", {}, "SQL"), el("pre", {}, table.sql));
                  return el("section", { class: "card" },
                    el("div", { class: "bar" }, el("h1", {}, el("a", { href: tableAddress(table.name) }, table.name)),
                      el("span", { class: "badge" }, table.module || table.kind), el("span", { class: "soft" }, counted(table.columns.length, "column"))),
                    table.problem ? el("div", { class: "error" }, table.problem) : columns, parts, sql);
                }

                function references(table, column) {
                  return table.foreignKeys.filter((key) => key.columns.includes(column.name)).map((key) => {
                    const target = key.targets[key.columns.indexOf(column.name)];
                    const action = key.onDelete === "NO ACTION" ? "" : ` on delete ${key.onDelete.toLowerCase()}`;
                    return [el("a", { href: tableAddress(key.table) }, `${key.table}${target ? "." + target : ""}`), action];
                  }).flat();
                }

                // The picture is shown as an image, so nothing in it can run. Over each table lies a link to its page.
                export function showDiagram(main) {
                  let address;
                  const image = el("img", { class: "diagram", alt: "The tables, their columns, and lines from foreign keys to the tables that they refer to" });
                  const links = el("div", { class: "links" });
                  const layers = el("div", { class: "layers" }, image, links);
                  const box = el("div", { class: "box tall picture", role: "region", "aria-label": "Diagram" }, layers);
                  let scale = 1;
                  const zoom = (factor) => {
                    scale = Math.min(4, Math.max(0.2, scale * factor));
                    layers.style.width = `${image.naturalWidth * scale}px`;
                  };
                  const fit = () => {
                    scale = Math.min(1, (box.clientWidth - 4) / image.naturalWidth);
                    zoom(1);
                  };
                  image.addEventListener("load", fit);
                  const load = async () => {
                    try {
                      const diagram = await ask("diagram");
                      URL.revokeObjectURL(address);
                      address = URL.createObjectURL(new Blob([diagram.svg], { type: "image/svg+xml" }));
                      image.src = address;
                      links.replaceChildren(...diagram.tables.map((table) => link(table, diagram)));
                    } catch (error) {
                      box.replaceChildren(el("div", { class: "error" }, error.message));
                    }
                  };
                  main.append(el("div", { class: "bar" }, el("h1", {}, "Diagram"), el("span", { class: "space" }),
                    button("−", () => zoom(0.8), { "aria-label": "Smaller" }), button("+", () => zoom(1.25), { "aria-label": "Larger" }), button("Fit", fit),
                    button("Save", async () => {
                      const link = el("a", { href: address, download: `${store.schema.file}.svg` });
                      link.click();
                    })), box);
                  load();
                  return { changed: (event) => event.schema && load(), leave: () => URL.revokeObjectURL(address) };
                }

                // In shares of the picture, so that it stays in its place at any size. Arrows lead to the next table on that side.
                function link(table, diagram) {
                  const made = el("a", {
                    href: tableAddress(table.name), "aria-label": `Table ${table.name}`, title: table.name,
                    onkeydown: (event) => {
                      const next = arrows[event.key] && nearest(table, diagram.tables, arrows[event.key]);
                      if (!next) return;
                      event.preventDefault();
                      made.parentElement.children[diagram.tables.indexOf(next)].focus();
                    },
                  });
                  const share = (part, whole) => `${(100 * part) / whole}%`;
                  made.style.left = share(table.x, diagram.width);
                  made.style.top = share(table.y, diagram.height);
                  made.style.width = share(table.width, diagram.width);
                  made.style.height = share(table.height, diagram.height);
                  return made;
                }

                const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

                function nearest(from, tables, [right, down]) {
                  const middle = (table) => [table.x + table.width / 2, table.y + table.height / 2];
                  const distances = tables.map((table) => {
                    const [x, y] = middle(table).map((value, index) => value - middle(from)[index]);
                    const along = x * right + y * down;
                    const aside = Math.abs(x * down) + Math.abs(y * right);
                    return { table, along, cost: along + 2 * aside };
                  });
                  return distances.filter(({ along }) => along > 0).sort((a, b) => a.cost - b.cost)[0]?.table;
                }
                """##
            ),
            "/search.js": (
                "text/javascript; charset=utf-8",
                ##"""
                import { ask } from "./api.js";
                import { counted, el } from "./dom.js";
                import { store, tableAddress, tableNamed } from "./store.js";

                let last = "";

                export function showSearch(main) {
                  const has = store.schema.tables.some((table) => /^fts[345]$/i.test(table.module ?? ""));
                  const field = el("input", { type: "search", class: "wide", size: 40, placeholder: "Words", "aria-label": "Words", value: last });
                  const result = el("div", { class: "stack", "aria-live": "polite" });
                  main.append(el("h1", {}, "Search"), el("p", { class: "soft" }, has
                    ? "Looks in all full-text tables. \"red wine\" is a phrase, champ* a beginning, -sweet leaves out."
                    : "The database has no full-text tables (FTS5, FTS4, FTS3)."));
                  if (!has) return {};
                  main.append(field, result);
                  let timer, turn = 0;
                  const look = async () => {
                    last = field.value;
                    const mine = ++turn;
                    if (!last.trim()) return result.replaceChildren();
                    try {
                      const { tables } = await ask("search", { text: last });
                      if (mine === turn) result.replaceChildren(...tables.map(section));
                    } catch (error) {
                      if (mine === turn) result.replaceChildren(el("div", { class: "error" }, error.message));
                    }
                  };
                  field.addEventListener("input", () => {
                    clearTimeout(timer);
                    timer = setTimeout(look, 150);
                  });
                  field.focus();
                  look();
                  return { changed: look, leave: () => clearTimeout(timer) };
                }

                function section(table) {
                  return el("section", { class: "card" },
                    el("div", { class: "bar" }, el("strong", {}, table.name), el("span", { class: "soft" }, table.error ? "" : `${table.hasMore ? "the first " : ""}${counted(table.hits.length, "hit")}`)),
                    table.error ? el("div", { class: "error" }, table.error) : table.hits.map((hit) => hitOf(table, hit)));
                }

                function hitOf(table, hit) {
                  const key = tableNamed(table.source)?.key;
                  const number = hit.row.slice(1);
                  const view = { filters: [{ column: key?.[0] ?? "rowid", comparison: "=", value: hit.row, text: number }] };
                  return el("div", { class: "hit" }, el("a", { href: tableAddress(table.source, view) }, `#${number}`), " ", marked(hit.snippet));
                }

                // What was found is between U+0002 and U+0003.
                function marked(snippet) {
                  return snippet.split("\u0002").flatMap((part, index) => {
                    if (index === 0) return [part];
                    const [found, rest = ""] = part.split("\u0003");
                    return [el("mark", {}, found), rest];
                  });
                }
                """##
            ),
            "/sql.js": (
                "text/javascript; charset=utf-8",
                ##"""
                import { ask } from "./api.js";
                import { isNumber, shown } from "./cells.js";
                import { chartOf } from "./chart.js";
                import { Completion } from "./completion.js";
                import { button, counted, dialog, el } from "./dom.js";
                import { showEdits } from "./edits.js";
                import { store } from "./store.js";

                let draft = "";

                export function showSQL(main, name, view) {
                  return new SQLPage(main, view.sql);
                }

                class SQLPage {
                  constructor(main, sql) {
                    if (sql) draft = sql;
                    this.field = el("textarea", {
                      rows: 7, spellcheck: false, autocomplete: "off", autocapitalize: "off", "aria-label": "Statement",
                      placeholder: "SELECT …   (Ctrl+Enter runs it)", value: draft,
                    });
                    this.field.addEventListener("input", () => (draft = this.field.value));
                    this.field.addEventListener("keydown", (event) => this.key(event));
                    this.completion = new Completion(this.field);
                    this.runButton = button("Run", () => this.run(), { class: "main", title: "Ctrl+Enter" });
                    this.planButton = button("Plan", () => this.plan(), { title: "Ctrl+Shift+Enter" });
                    this.stopButton = button("Cancel", () => this.cancel(), { hidden: true, class: "danger" });
                    this.past = el("select", { id: "past", "aria-label": "History", onchange: () => this.recall() });
                    this.status = el("span", { class: "soft", role: "status" });
                    this.result = el("div", { class: "stack" });
                    main.append(el("h1", {}, "SQL"), this.field, this.completion.list,
                      el("div", { class: "bar" }, this.runButton, this.planButton, this.stopButton, this.past, this.status), this.result);
                    main.append(el("p", { class: "soft" }, store.schema.writable
                      ? "Changes of rows can be undone (Alt+Z). Changes of the schema, as CREATE, ALTER and DROP, cannot."
                      : "The database is read alone. Start the studio with --write to change it."));
                    this.loadHistory();
                    this.field.focus();
                  }

                  leave() {
                    this.cancel();
                  }

                  key(event) {
                    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
                      event.preventDefault();
                      event.shiftKey ? this.plan() : this.run();
                    }
                  }

                  // MARK: History

                  async loadHistory() {
                    const { entries } = await ask("history").catch(() => ({ entries: [] }));
                    this.entries = entries.reverse();
                    this.past.replaceChildren(el("option", { value: "" }, "History"),
                      ...this.entries.map((entry, index) => el("option", { value: index }, entry.replace(/\s+/g, " ").slice(0, 90))));
                  }

                  recall() {
                    if (this.past.value === "") return;
                    draft = this.field.value = this.entries[Number(this.past.value)];
                    this.past.value = "";
                    this.field.focus();
                  }

                  // MARK: Running

                  async work(verb, body, more = {}) {
                    this.cancel();
                    this.id = crypto.randomUUID();
                    const id = this.id;
                    this.completion.close();
                    this.runButton.disabled = this.planButton.disabled = true;
                    this.stopButton.hidden = false;
                    this.status.textContent = "running…";
                    try {
                      const answer = await ask(verb, { id, sql: this.field.value, ...more });
                      this.status.textContent = "";
                      body(answer);
                    } catch (error) {
                      this.status.textContent = "";
                      this.result.replaceChildren(el("div", { class: "error" }, error.message));
                      if (error.offset != null) this.mark(error.offset);
                    } finally {
                      this.id = null;
                      this.runButton.disabled = this.planButton.disabled = false;
                      this.stopButton.hidden = true;
                    }
                  }

                  cancel() {
                    if (this.id) ask("cancel", { id: this.id }).catch(() => {});
                  }

                  // Selects the word of an error. SQLite counts bytes.
                  mark(offset) {
                    const bytes = new TextEncoder().encode(this.field.value);
                    const start = new TextDecoder().decode(bytes.subarray(0, offset)).length;
                    const word = /^\w*/.exec(this.field.value.slice(start))[0];
                    this.field.focus();
                    this.field.setSelectionRange(start, start + Math.max(1, word.length));
                  }

                  run(more = {}) {
                    return this.work("run", (answer) => {
                      showEdits(answer.state);
                      if (answer.question) return this.confirm(answer.question);
                      const time = `${answer.milliseconds < 10 ? answer.milliseconds.toFixed(1) : Math.round(answer.milliseconds)} ms`;
                      if (answer.changed != null) this.status.textContent = `${counted(answer.changed, "row")} changed, ${time}`;
                      else this.status.textContent = `${counted(answer.rows.length, "row")}${answer.isTruncated ? ", the first ones" : ""}, ${time}`;
                      this.result.replaceChildren(...(answer.columns.length ? this.resultOf(answer) : []));
                      this.loadHistory();
                    }, more);
                  }

                  // What cannot be taken back runs only when the user knows that.
                  confirm(question) {
                    const sql = this.field.value;
                    const box = dialog("Change the schema?", el("p", {}, question), el("pre", {}, sql), el("div", { class: "bar" },
                      button("Cancel", () => box.close(), { autofocus: true }),
                      button("Run it", () => {
                        box.close();
                        // The statement may not have become another one.
                        if (this.field.value === sql) this.run({ isConfirmed: true });
                      }, { class: "danger" })));
                  }

                  resultOf(answer) {
                    const rows = answer.rows.map((row) => el("tr", {}, row.map((cell, index) => {
                      const { nodes, style } = shown(cell, { name: answer.columns[index] });
                      return el("td", { class: style }, nodes);
                    })));
                    const table = el("div", { class: "box", tabindex: 0, role: "region", "aria-label": "Result" },
                      el("table", {}, el("thead", {}, el("tr", {}, answer.columns.map((name, index) => el("th", { scope: "col", class: isNumber(answer.rows.find((row) => row[index] != null)?.[index]) ? "number" : "" }, name)))), el("tbody", {}, rows)));
                    return [chartOf(answer), table];
                  }

                  // MARK: Plans

                  plan() {
                    return this.work("plan", ({ steps }) => {
                      const scans = count(steps, "scan");
                      this.status.textContent = scans ? `${counted(scans, "table")} read from beginning to end` : "no table is read from beginning to end";
                      this.result.replaceChildren(el("div", { class: "card" }, steps.length ? tree(steps, "tree") : "SQLite tells no steps."));
                    });
                  }
                }

                const labels = { scan: "all rows", index: "all of an index", search: "search", sort: "sorts", automatic: "builds an index" };

                function tree(steps, style) {
                  return el("ul", { class: style }, steps.map((step) =>
                    el("li", {}, el("code", {}, step.detail),
                      labels[step.kind] ? el("span", { class: `badge ${step.kind}` }, labels[step.kind]) : null,
                      step.steps.length ? tree(step.steps) : null)));
                }

                function count(steps, kind) {
                  return steps.reduce((sum, step) => sum + (step.kind === kind ? 1 : 0) + count(step.steps, kind), 0);
                }
                """##
            ),
            "/store.js": (
                "text/javascript; charset=utf-8",
                ##"""
                // What the pages share. It imports nothing: app.js puts the schema here, and the pages read it.
                export const store = { schema: null };

                export const tableNamed = (name) => store.schema.tables.find((table) => table.name === name);

                export function tableAddress(name, view) {
                  return `#/table/${encodeURIComponent(name)}${view ? "?" + encodeURIComponent(JSON.stringify(view)) : ""}`;
                }
                """##
            ),
            "/table.js": (
                "text/javascript; charset=utf-8",
                ##"""
                import { ask, Work } from "./api.js";
                import { exact, isNumber, isWhole, kind, shown, text } from "./cells.js";
                import { button, counted, el, notify } from "./dom.js";
                import { addRow, showCell, showRow } from "./row.js";
                import { tableAddress, tableNamed } from "./store.js";

                const comparisons = [
                  ["=", "="], ["!=", "≠"], ["contains", "contains"], ["starts", "starts with"], ["<", "<"], ["<=", "≤"], [">", ">"], [">=", "≥"],
                  ["null", "is NULL"], ["notnull", "is not NULL"],
                ];
                const limit = 100;

                export function showTable(main, name, view) {
                  const table = tableNamed(name);
                  if (!table) {
                    main.append(el("p", { class: "empty" }, `There is no table "${name}".`));
                    return {};
                  }
                  return new TablePage(main, table, view);
                }

                class TablePage {
                  constructor(main, table, view) {
                    this.table = table;
                    this.view = { sort: view.sort ?? null, filters: view.filters ?? [] };
                    this.start = view.at != null ? { start: "at", text: view.at } : { start: "first" };
                    this.offset = 0;
                    this.rows = [];
                    this.turn = 0;
                    this.count = el("span", { class: "soft" });
                    this.filters = el("div", { class: "bar" });
                    this.box = el("div", { class: "box tall" });
                    this.problem = el("div", { class: "error", hidden: true });
                    this.makePager();
                    main.append(this.heading(), this.filters, this.problem, this.box, this.pager);
                    this.showFilters();
                    this.load(true);
                    this.countRows(false);
                  }

                  heading() {
                    return el("div", { class: "bar" }, el("h1", {}, this.table.name),
                      this.table.kind === "table" ? null : el("span", { class: "badge" }, this.table.module || this.table.kind),
                      this.count, el("span", { class: "space" }),
                      this.table.editable ? button("Add row", () => addRow(this)) : null,
                      el("a", { href: `#/schema/${encodeURIComponent(this.table.name)}` }, "Schema"));
                  }

                  // MARK: Rows

                  request(more) {
                    return { table: this.table.name, limit, ...this.view, ...more };
                  }

                  async load(isNew) {
                    const turn = ++this.turn;
                    const place = this.table.key ? this.start : { start: "first", offset: this.offset };
                    this.pending?.end();
                    const work = (this.pending = new Work());
                    try {
                      const page = await ask("page", this.request({ ...place, id: work.id }), work.signal);
                      // A later page may have been asked for meanwhile.
                      if (turn !== this.turn) return;
                      this.problem.hidden = true;
                      const former = isNew ? null : this.rows;
                      this.rows = page.rows;
                      this.page = page;
                      this.showRows(former);
                      this.showPager();
                    } catch (error) {
                      if (turn !== this.turn) return;
                      const hint = this.view.sort && /too long/.test(error.message) ? ". Sort by a column that has an index." : "";
                      this.problem.textContent = error.message + hint;
                      this.problem.hidden = false;
                    } finally {
                      if (this.pending === work) this.pending = null;
                    }
                  }

                  refresh() {
                    this.load(false);
                    this.countRows(false);
                  }

                  changed(event) {
                    if (event.schema && !tableNamed(this.table.name)) return (location.hash = "#/tables");
                    if (event.schema) this.table = tableNamed(this.table.name);
                    if (event.tables && !event.tables.includes(this.table.name) && this.table.kind === "table") return;
                    // Many commits a second make two readings a second.
                    clearTimeout(this.timer);
                    this.timer = setTimeout(() => this.refresh(), Date.now() - (this.lastRefresh ?? 0) > 500 ? 0 : 500);
                    this.lastRefresh = Date.now();
                  }

                  leave() {
                    clearTimeout(this.timer);
                    this.turn = -1;
                    // Nobody waits for them any more.
                    this.pending?.end();
                    this.counting?.end();
                    this.counting = null;
                  }

                  column(index) {
                    return this.table.columns.find((column) => column.name === this.page.columns[index]) ?? { name: this.page.columns[index] };
                  }

                  showRows(former) {
                    const place = this.focusedPlace();
                    const known = new Map((former ?? []).filter((row) => row.key).map((row) => [row.key.join("\u0001"), row]));
                    const head = el("tr", {}, el("th", { class: "row", scope: "col" }, el("span", { class: "soft" }, "#")),
                      this.page.columns.map((name, index) => this.header(name, index)));
                    const body = this.rows.map((row, number) => {
                      const old = row.key && known.get(row.key.join("\u0001"));
                      return el("tr", {},
                        el("td", { class: "row" }, button(String(number + 1), () => showRow(this, row), {
                          class: "quiet", title: "The row, what it refers to and what refers to it", "aria-label": `Row ${number + 1}`,
                        })),
                        row.cells.map((cell, index) => {
                          const isChanged = former && row.key && (!old || JSON.stringify(old.cells[index]) !== JSON.stringify(cell));
                          return this.cell(row, cell, index, isChanged);
                        }));
                    });
                    const grid = el("table", { role: "grid", "aria-label": this.table.name, onkeydown: (event) => this.key(event) },
                      el("thead", {}, head), el("tbody", {}, body));
                    const scroll = [this.box.scrollLeft, this.box.scrollTop];
                    this.box.replaceChildren(grid);
                    if (!this.rows.length) this.box.append(el("p", { class: "empty" }, "No rows."));
                    if (former) [this.box.scrollLeft, this.box.scrollTop] = scroll;
                    const first = this.at(place?.row ?? 0, place?.column ?? 1);
                    if (first) first.tabIndex = 0;
                    if (place) first?.focus();
                  }

                  header(name, index) {
                    const column = this.column(index);
                    const { sort } = this.view;
                    const isSorted = sort?.column === name;
                    const next = isSorted ? (sort.isDescending ? null : { column: name, isDescending: true }) : { column: name, isDescending: false };
                    return el("th", { scope: "col", class: isNumber(this.rows.find((row) => row.cells[index] != null)?.cells[index]) ? "number" : "", "aria-sort": isSorted ? (sort.isDescending ? "descending" : "ascending") : "none" },
                      button(`${name}${isSorted ? (sort.isDescending ? " ↓" : " ↑") : ""}`, () => this.go({ sort: next }), { title: `Sort by ${name}` }),
                      el("small", {}, `${column.type ?? ""}${column.key ? " key" : ""}`));
                  }

                  cell(row, cell, index, isChanged) {
                    const { nodes, style } = shown(cell, this.column(index));
                    const address = this.reference(row, index);
                    const content = address ? [el("a", { href: address, tabindex: -1, title: "Go to the row it refers to" }, ...nodes)] : nodes;
                    return el("td", {
                      class: `${style}${isChanged ? " changed" : ""}`, tabindex: -1, role: "gridcell", title: kind(cell) === "text" ? text(cell) : "",
                      ondblclick: () => showCell(this, row, index),
                    }, ...content);
                  }

                  // The address of the row that a foreign key leads to.
                  reference(row, index) {
                    const name = this.page.columns[index];
                    const key = this.table.foreignKeys.find((key) => key.columns[0] === name || key.columns.includes(name));
                    if (!key || key.targets.length !== key.columns.length || !tableNamed(key.table)) return null;
                    const filters = [];
                    for (const [place, column] of key.columns.entries()) {
                      const cell = row.cells[this.page.columns.indexOf(column)];
                      if (cell == null || !isWhole(cell)) return null;
                      filters.push({ column: key.targets[place], comparison: "=", value: exact(cell), text: text(cell) });
                    }
                    return tableAddress(key.table, { filters });
                  }

                  // MARK: Keys

                  at(row, column) {
                    return this.box.querySelector("tbody")?.rows[row]?.cells[column];
                  }

                  focusedPlace() {
                    const cell = document.activeElement?.closest?.("td");
                    if (!cell || !this.box.contains(cell)) return null;
                    return { row: cell.parentElement.rowIndex - 1, column: cell.cellIndex };
                  }

                  focus(row, column) {
                    const cell = this.at(Math.min(Math.max(0, row), this.rows.length - 1), Math.min(Math.max(0, column), this.page.columns.length));
                    if (!cell) return;
                    for (const other of this.box.querySelectorAll("td[tabindex='0']")) other.tabIndex = -1;
                    if (cell.cellIndex > 0) cell.tabIndex = 0;
                    (cell.cellIndex > 0 ? cell : cell.querySelector("button")).focus();
                    cell.scrollIntoView({ block: "nearest", inline: "nearest" });
                  }

                  key(event) {
                    const place = this.focusedPlace();
                    if (!place) return;
                    const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1], Home: [0, -1e6], End: [0, 1e6] };
                    const step = steps[event.key];
                    if (step) this.focus(place.row + step[0], place.column + step[1]);
                    else if (event.key === "PageDown") this.next.disabled || this.turnPage("after");
                    else if (event.key === "PageUp") this.previous.disabled || this.turnPage("before");
                    else if ((event.key === "Enter" || event.key === "F2") && place.column > 0) {
                      const link = event.ctrlKey && document.activeElement.querySelector("a");
                      link ? link.click() : showCell(this, this.rows[place.row], place.column - 1);
                    } else return;
                    event.preventDefault();
                  }

                  // MARK: Pages

                  makePager() {
                    this.first = button("« First", () => this.open({ start: "first" }));
                    this.previous = button("‹ Previous", () => this.turnPage("before"));
                    this.next = button("Next ›", () => this.turnPage("after"));
                    this.last = button("Last »", () => this.open({ start: "last" }));
                    const field = el("input", { size: 12, placeholder: "Go to value", "aria-label": "Go to a value of the sorted column" });
                    const go = el("form", { class: "bar", hidden: !this.table.key, onsubmit: (event) => {
                      event.preventDefault();
                      if (field.value) this.open({ start: "at", text: field.value });
                    } }, field, el("button", {}, "Go"));
                    this.pager = el("nav", { class: "bar", "aria-label": "Rows" }, this.first, this.previous, this.next,
                      this.table.key ? this.last : null, el("span", { class: "space" }), go);
                  }

                  showPager() {
                    const { start } = this.start;
                    const [isFirst, isLast] = this.table.key
                      ? [start === "first" || (start === "before" && !this.page.hasMore), start === "last" || (["first", "after", "at"].includes(start) && !this.page.hasMore)]
                      : [this.offset === 0, !this.page.hasMore];
                    this.first.disabled = isFirst;
                    this.previous.disabled = isFirst || !this.rows.length;
                    this.next.disabled = isLast || !this.rows.length;
                    this.last.disabled = isLast;
                  }

                  open(start) {
                    this.start = start;
                    this.offset = 0;
                    this.load(true);
                  }

                  turnPage(start) {
                    if (!this.table.key) {
                      this.offset = Math.max(0, this.offset + (start === "after" ? limit : -limit));
                      return this.load(true);
                    }
                    const row = start === "after" ? this.rows[this.rows.length - 1] : this.rows[0];
                    this.open({ start, cursor: { value: row.value, key: row.key } });
                  }

                  // Shows another order or other rows, which the address names.
                  go(changes) {
                    const view = { ...this.view, ...changes };
                    const plain = !view.sort && !view.filters.length;
                    location.hash = tableAddress(this.table.name, plain ? null : view);
                  }

                  // MARK: Filters

                  showFilters() {
                    const chips = this.view.filters.map((filter, index) => {
                      const sign = comparisons.find(([name]) => name === filter.comparison)?.[1] ?? filter.comparison;
                      return el("span", { class: "chip" }, `${filter.column} ${sign} ${filter.text ?? ""}`,
                        button("×", () => this.go({ filters: this.view.filters.filter((_, other) => other !== index) }),
                          { class: "quiet", "aria-label": `Remove the filter of ${filter.column}` }));
                    });
                    const column = el("select", { "aria-label": "Column" }, this.table.columns.map(({ name }) => el("option", { value: name }, name)));
                    const comparison = el("select", { "aria-label": "Comparison" }, comparisons.map(([name, sign]) => el("option", { value: name }, sign)));
                    const value = el("input", { size: 16, placeholder: "value", "aria-label": "Value" });
                    comparison.addEventListener("change", () => (value.hidden = comparison.value.endsWith("null")));
                    const form = el("form", { class: "bar", onsubmit: (event) => {
                      event.preventDefault();
                      this.go({ filters: [...this.view.filters, { column: column.value, comparison: comparison.value, text: value.value }] });
                    } }, column, comparison, value, el("button", {}, "Filter"));
                    this.filters.replaceChildren(...chips, form);
                  }

                  async countRows(isExact) {
                    this.counting?.end();
                    const work = (this.counting = new Work());
                    try {
                      const { count, estimate } = await ask("count", { page: this.request({ id: work.id }), isExact }, work.signal);
                      if (count != null) return this.count.replaceChildren(counted(count, "row"));
                      const text = estimate == null ? "many rows" : `about ${counted(estimate, "row")} or fewer`;
                      this.count.replaceChildren(text + " ", button("Count", () => {
                        this.count.textContent = "counting…";
                        this.countRows(true);
                      }, { class: "quiet" }));
                    } catch (error) {
                      if (this.counting !== work) return;
                      this.count.textContent = "";
                      if (isExact) notify(error.message);
                    } finally {
                      if (this.counting === work) this.counting = null;
                    }
                  }
                }
                """##
            ),
        ]
    }
#endif
