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
