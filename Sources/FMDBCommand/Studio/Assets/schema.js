import { askBlob } from "./api.js";
import { state, tableAddress, tableNamed } from "./app.js";
import { button, counted, el } from "./dom.js";

export function showSchema(main, name) {
  const tables = name ? [tableNamed(name)].filter(Boolean) : state.schema.tables.filter((table) => table.kind !== "shadow");
  main.append(el("h1", {}, name ? `Schema of ${name}` : "Schema"));
  if (!tables.length) main.append(el("p", { class: "empty" }, "There is nothing to show."));
  main.append(...tables.map((table) => card(table, Boolean(name))));
  return { changed: (event) => event.schema && (main.replaceChildren(), showSchema(main, name)) };
}

function card(table, isAlone) {
  const columns = el("div", { class: "box" }, el("table", {},
    el("thead", {}, el("tr", {}, ["Column", "Type", "", "Default", "Refers to"].map((text) => el("th", { scope: "col" }, text)))),
    el("tbody", {}, table.columns.map((column) => el("tr", {},
      el("td", {}, column.name), el("td", {}, column.type || el("span", { class: "soft" }, "any")),
      el("td", {}, [column.key ? "key" : "", column.notNull ? "NOT NULL" : "", column.generated ? "generated" : ""].filter(Boolean).join(", ")),
      el("td", {}, column.fallback ?? ""), el("td", {}, references(table, column)))))));
  const parts = [];
  if (table.indexes.length) {
    parts.push(el("h2", {}, "Indexes"), ...table.indexes.map((index) =>
      el("div", { class: "mono" }, `${index.name} (${index.terms.join(", ")})${index.unique ? " unique" : ""}${index.condition ? ` where ${index.condition}` : ""}`)));
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

// The picture is shown as an image, so nothing in it can run.
export function showDiagram(main) {
  let address;
  const image = el("img", { class: "diagram", alt: "The tables, their columns, and lines from foreign keys to the tables that they refer to" });
  const box = el("div", { class: "box tall picture", tabindex: 0, role: "region", "aria-label": "Diagram" }, image);
  let scale = 1;
  const zoom = (factor) => {
    scale = Math.min(4, Math.max(0.2, scale * factor));
    image.style.width = `${image.naturalWidth * scale}px`;
  };
  const fit = () => {
    scale = Math.min(1, (box.clientWidth - 4) / image.naturalWidth);
    zoom(1);
  };
  image.addEventListener("load", fit);
  const load = async () => {
    try {
      const blob = await askBlob("diagram");
      URL.revokeObjectURL(address);
      address = URL.createObjectURL(blob);
      image.src = address;
    } catch (error) {
      box.replaceChildren(el("div", { class: "error" }, error.message));
    }
  };
  main.append(el("div", { class: "bar" }, el("h1", {}, "Diagram"), el("span", { class: "space" }),
    button("−", () => zoom(0.8), { "aria-label": "Smaller" }), button("+", () => zoom(1.25), { "aria-label": "Larger" }), button("Fit", fit),
    button("Save", async () => {
      const link = el("a", { href: address, download: `${state.schema.file}.svg` });
      link.click();
    })), box);
  load();
  return { changed: (event) => event.schema && load(), leave: () => URL.revokeObjectURL(address) };
}
