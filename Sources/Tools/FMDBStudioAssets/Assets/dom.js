// Makes elements. Texts become text nodes, never markup.
export function el(name, properties = {}, ...children) {
  const element = document.createElement(name);
  set(element, properties);
  element.append(...children.flat().filter((child) => child != null && child !== false));
  return element;
}

export function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

function set(element, properties) {
  for (const [key, value] of Object.entries(properties)) {
    if (value == null || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key === "class") element.className = value;
    else if (key in element && typeof element[key] !== "object") element[key] = value;
    else element.setAttribute(key, value === true ? "" : value);
  }
}

let noticeTimer;

export function notify(message, isError = true) {
  const notice = document.getElementById("notice");
  notice.className = isError ? "error" : "note";
  notice.textContent = message;
  notice.hidden = false;
  clearTimeout(noticeTimer);
  noticeTimer = setTimeout(() => (notice.hidden = true), isError ? 9000 : 3500);
}

// Opens a dialog, and removes it when it is closed. The focus goes back to where it was.
export function dialog(title, ...children) {
  const box = el("dialog", { "aria-label": title }, el("div", { class: "stack" }, el("h1", {}, title), ...children));
  box.addEventListener("close", () => box.remove());
  box.addEventListener("click", (event) => {
    if (event.target === box) box.close();
  });
  document.body.append(box);
  box.showModal();
  return box;
}

export function button(label, onclick, properties = {}) {
  return el("button", { type: "button", onclick, ...properties }, label);
}

export function counted(number, noun) {
  return `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;
}
