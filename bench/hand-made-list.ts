/**
 * The reference for `seat-list.ts`: the same rows in a hand-written virtual list, with plain browser code. The
 * portal's requirement is a ratio to this, because milliseconds differ between machines.
 */
export const handMadeList = (seats: number): string => `<!doctype html><title>limit</title><style>
  body { font: 16px/1.5 system-ui, sans-serif; margin: 24px; }
  #list { position: relative; height: 720px; overflow: auto; border: 1px solid #ccc; contain: content; }
  .row { position: absolute; left: 0; right: 0; height: 48px; display: grid; align-items: center; contain: strict;
    grid-template-columns: 48px minmax(140px, .8fr) minmax(200px, 1.2fr) 232px; border-bottom: 1px solid #ccc; }
  .row > * { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
</style><label>Filter by email <input id="filter"></label> <label><input id="all" type="checkbox"> Select all</label>
<div id="list"><div id="body"></div></div><script>
  const all = Array.from({ length: ${seats} }, (_, at) => ({ id: at, name: "seat" + at, email: "seat" + at + ".large@bench.example" }));
  const list = document.getElementById("list"), body = document.getElementById("body");
  const pool = [], chosen = new Set();
  let shown = all;
  function makeRow() {
    const row = document.createElement("div");
    row.className = "row";
    row.innerHTML = '<div><input type="checkbox"></div><div></div><div></div><div>Active</div>';
    body.append(row);
    return { row, box: row.querySelector("input"), name: row.children[1].appendChild(new Text()), email: row.children[2].appendChild(new Text()) };
  }
  function show() {
    const first = Math.max(0, Math.floor(list.scrollTop / 48) - 2);
    const end = Math.min(shown.length, first + 20);
    while (pool.length < end - first) pool.push(makeRow());
    pool.forEach(({ row, box, name, email }, at) => {
      const seat = shown[first + at];
      row.hidden = first + at >= end;
      if (!seat) return;
      row.style.top = (first + at) * 48 + "px";
      box.checked = chosen.has(seat.id);
      box.setAttribute("aria-label", "Select " + seat.email);
      name.data = seat.name;
      email.data = seat.email;
    });
    body.style.height = shown.length * 48 + "px";
  }
  document.getElementById("filter").addEventListener("input", ({ target }) => {
    shown = all.filter(({ email }) => email.includes(target.value));
    show();
  });
  document.getElementById("all").addEventListener("change", ({ target }) => {
    for (const { id } of shown) target.checked ? chosen.add(id) : chosen.delete(id);
    show();
  });
  list.addEventListener("scroll", show);
  show();
</script>`;
