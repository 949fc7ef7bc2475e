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
