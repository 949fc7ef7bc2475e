import { ask, listen, takeToken } from "./api.js";
import { el, notify } from "./dom.js";
import { showTable } from "./table.js";
import { showSQL } from "./sql.js";
import { showDiagram, showSchema } from "./schema.js";
import { showSearch } from "./search.js";

export const state = { schema: null, page: null };
const byId = (id) => document.getElementById(id);
const main = byId("main");

export const tableNamed = (name) => state.schema.tables.find((table) => table.name === name);

export function tableAddress(name, view) {
  return `#/table/${encodeURIComponent(name)}${view ? "?" + encodeURIComponent(JSON.stringify(view)) : ""}`;
}

// What can be undone, after each change.
export function showState(edits) {
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
  showState(edits);
  return edits;
}

async function undoOrRedo(verb) {
  if (byId(verb).hidden || byId(verb).disabled) return;
  try {
    await change(verb, {});
    state.page?.refresh?.();
  } catch (error) {
    notify(error.message);
  }
}

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
  state.page?.leave?.();
  state.page = null;
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
  document.title = `${name ? name + " – " : ""}${state.schema.file} – fmdb studio`;
  if (page === "tables") {
    const first = state.schema.tables.find((table) => table.kind === "table") ?? state.schema.tables[0];
    if (first) return location.replace(tableAddress(first.name));
    return main.append(el("p", { class: "empty" }, "The database has no tables."));
  }
  const pages = { table: showTable, sql: showSQL, schema: showSchema, diagram: showDiagram, search: showSearch };
  if (!pages[page]) return main.append(el("p", { class: "empty" }, "There is no such page."));
  const made = pages[page](main, name, view);
  state.page = made;
}

function showList() {
  const wanted = byId("find").value.toLowerCase();
  const order = { table: 0, view: 1, virtual: 2, shadow: 3 };
  const tables = state.schema.tables
    .filter((table) => table.name.toLowerCase().includes(wanted) && (table.kind !== "shadow" || wanted))
    .sort((a, b) => order[a.kind] - order[b.kind] || a.name.localeCompare(b.name));
  byId("list").replaceChildren(
    ...tables.map((table) =>
      el("li", {},
        el("a", { href: tableAddress(table.name), "data-name": table.name }, table.name,
          table.kind === "table" ? null : el("span", { class: "kind" }, table.module || table.kind)))));
}

async function loadSchema() {
  state.schema = await ask("schema");
  byId("file").textContent = state.schema.file;
  byId("file").title = `SQLite ${state.schema.sqlite}${state.schema.writable ? "" : ", read only"}`;
  showState(state.schema.state);
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
  state.page?.changed?.(event);
}

function showLive(isOn) {
  const dot = byId("live");
  dot.classList.toggle("on", isOn);
  dot.title = isOn ? "Live: rows follow the file" : "Not connected";
  dot.setAttribute("aria-label", dot.title);
}

// MARK: Start

function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  localStorage.setItem("fmdb.theme", theme);
}

function addListeners() {
  byId("theme").addEventListener("click", () =>
    setTheme(document.documentElement.dataset.theme === "dark" ? "light" : "dark"));
  byId("find").addEventListener("input", showList);
  byId("undo").addEventListener("click", () => undoOrRedo("undo"));
  byId("redo").addEventListener("click", () => undoOrRedo("redo"));
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
    if (event.altKey && event.code === "KeyZ") undoOrRedo("undo");
    else if (event.altKey && event.code === "KeyY") undoOrRedo("redo");
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
