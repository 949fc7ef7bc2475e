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
