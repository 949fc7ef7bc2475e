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
