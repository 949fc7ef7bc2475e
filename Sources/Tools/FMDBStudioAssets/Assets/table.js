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
