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
