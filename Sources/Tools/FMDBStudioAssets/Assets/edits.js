import { ask } from "./api.js";
import { notify } from "./dom.js";

const byId = (id) => document.getElementById(id);

// What can be undone, after each change.
export function showEdits(edits) {
  if (!edits) return;
  for (const verb of ["undo", "redo"]) {
    const button = byId(verb);
    button.hidden = false;
    button.disabled = edits[verb] === 0;
    button.querySelector("span").textContent = edits[verb] || "";
    button.setAttribute("aria-label", `${verb === "undo" ? "Undo" : "Redo"}, ${edits[verb]} steps`);
  }
  byId("undo").title = edits.obstacle ? `Undo (Alt+Z). Steps before were forgotten: ${edits.obstacle}` : "Undo (Alt+Z)";
}

export async function change(verb, body) {
  const edits = await ask(verb, body);
  showEdits(edits);
  return edits;
}

export async function undoOrRedo(verb, refresh) {
  if (byId(verb).hidden || byId(verb).disabled) return;
  try {
    await change(verb, {});
    refresh();
  } catch (error) {
    notify(error.message);
  }
}
