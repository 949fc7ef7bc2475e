// What the pages share. It imports nothing: app.js puts the schema here, and the pages read it.
export const store = { schema: null };

export const tableNamed = (name) => store.schema.tables.find((table) => table.name === name);

export function tableAddress(name, view) {
  return `#/table/${encodeURIComponent(name)}${view ? "?" + encodeURIComponent(JSON.stringify(view)) : ""}`;
}
