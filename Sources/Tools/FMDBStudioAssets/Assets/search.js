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
