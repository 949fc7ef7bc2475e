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
