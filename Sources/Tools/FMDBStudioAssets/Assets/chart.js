import { isNumber, number, shown, text } from "./cells.js";
import { el, svg } from "./dom.js";

const [height, left, bottom, top] = [300, 62, 32, 12];

// Lets a result be drawn, if it has numbers.
export function chartOf({ columns, rows }) {
  const numeric = columns.map((_, index) => index).filter((index) => rows.length > 1 && rows.some((row) => isNumber(row[index])));
  if (!numeric.length) return null;
  const option = (index) => el("option", { value: index }, columns[index]);
  const label = columns.findIndex((_, index) => !numeric.includes(index));
  const y = numeric.find((index) => index > 0) ?? numeric[0];
  const form = el("select", { "aria-label": "Kind of chart" }, [["", "No chart"], ["bar", "Bars"], ["line", "Line"], ["dots", "Dots"]].map(
    ([value, name]) => el("option", { value }, name)));
  const xField = el("select", { "aria-label": "Labels" }, columns.map((_, index) => option(index)));
  const yField = el("select", { "aria-label": "Numbers" }, numeric.map(option));
  xField.value = String(label >= 0 ? label : columns.length > 1 ? (y === 0 ? 1 : 0) : 0);
  yField.value = String(y);
  const place = el("div");
  const draw = () => {
    xField.hidden = yField.hidden = !form.value;
    place.replaceChildren(form.value ? drawing(form.value, rows, Number(xField.value), Number(yField.value), columns) : "");
  };
  for (const field of [form, xField, yField]) field.addEventListener("change", draw);
  draw();
  return el("div", { class: "card" }, el("div", { class: "bar" }, "Chart", form, xField, yField), place);
}

function short(value) {
  const size = Math.abs(value);
  for (const [unit, factor] of [["G", 1e9], ["M", 1e6], ["k", 1e3]]) if (size >= factor) return `${+(value / factor).toPrecision(4)} ${unit}`;
  return String(+value.toPrecision(4));
}

function ticks(low, high) {
  const rough = (high - low) / 4 || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough);
  const start = Math.ceil(low / step) * step;
  // Counted: next to a large number the step may change nothing.
  return [...Array(8).keys()].map((index) => start + index * step).filter((value) => value <= high + step / 1e6);
}

function drawing(kind, rows, x, y, columns) {
  // As wide as it is shown, so that its letters are as large as the others.
  const width = Math.max(320, Math.min(1000, document.querySelector("main").clientWidth - 62));
  const points = rows.map((row, index) => ({ label: shown(row[x]).style === "null" ? "NULL" : text(row[x]), x: isNumber(row[x]) ? number(row[x]) : index, y: number(row[y]) }))
    .filter((point) => Number.isFinite(point.y)).slice(0, kind === "bar" ? 200 : 1000);
  const areNumbers = kind !== "bar" && rows.every((row) => isNumber(row[x]));
  if (!areNumbers) points.forEach((point, index) => (point.x = index));
  const values = points.map((point) => point.y);
  let [low, high] = [Math.min(...values), Math.max(...values)];
  if (kind === "bar") [low, high] = [Math.min(0, low), Math.max(0, high)];
  if (low === high) [low, high] = [low - 1, high + 1];
  const marks = ticks(low, high);
  const step = marks[1] - marks[0] || 1;
  [low, high] = [Math.min(low, Math.floor(low / step) * step), Math.max(high, Math.ceil(high / step) * step)];
  const [first, last] = [Math.min(...points.map((p) => p.x)), Math.max(...points.map((p) => p.x))];
  const space = (width - left - 14) / (kind === "bar" ? points.length : 1);
  const place = {
    x: (value, index) => (kind === "bar" ? left + space * (index + 0.5) : left + ((value - first) / (last - first || 1)) * space),
    y: (value) => top + ((high - value) / (high - low)) * (height - top - bottom),
  };
  const picture = svg("svg", { class: "chart", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `${columns[y]} by ${columns[x]}` });
  for (const tick of ticks(low, high)) {
    picture.append(svg("line", { class: "grid", x1: left, x2: width - 14, y1: place.y(tick), y2: place.y(tick) }),
      svg("text", { x: left - 8, y: place.y(tick) + 4, "text-anchor": "end" }, short(tick)));
  }
  if (kind === "line") picture.append(svg("polyline", { class: "line", points: points.map((p, i) => `${place.x(p.x, i)},${place.y(p.y)}`).join(" ") }));
  points.forEach((point, index) => {
    const title = svg("title", {}, `${point.label}: ${point.y}`);
    const [px, py, zero] = [place.x(point.x, index), place.y(point.y), place.y(0)];
    picture.append(kind === "bar"
      ? svg("rect", { class: "mark", x: px - space * 0.38, width: Math.max(1, space * 0.76), y: Math.min(py, zero), height: Math.max(1, Math.abs(zero - py)), rx: 2 }, title)
      : svg("circle", { class: "mark", cx: px, cy: py, r: kind === "dots" ? 3.5 : points.length > 80 ? 1.5 : 3 }, title));
  });
  labels(picture, points, place, Math.floor(width / 85));
  return picture;
}

// As many labels as fit.
function labels(picture, points, place, most) {
  const step = Math.ceil(points.length / most);
  points.forEach((point, index) => {
    if (index % step) return;
    const label = point.label.length > 12 ? point.label.slice(0, 11) + "…" : point.label;
    picture.append(svg("text", { x: place.x(point.x, index), y: height - bottom + 18, "text-anchor": "middle" }, label));
  });
}
