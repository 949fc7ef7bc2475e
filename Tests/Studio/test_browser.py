"""Opens the pages in Chromium, clicks, types and edits. STUDIO_PICTURES=FOLDER keeps pictures."""

import json
import os
import sqlite3
import unittest

import data
from browser import Browser
from studio import Studio

CTRL, SHIFT, ALT = 2, 8, 1


class Pages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.browser = Browser()
        cls.addClassCleanup(cls.browser.close)

    def setUp(self):
        self.studio = Studio("--write")
        self.addCleanup(self.studio.close)
        self.page = self.open(self.studio.address)
        self.addCleanup(self.check)

    def open(self, address, **options):
        page = self.browser.open(address, **options)
        page.wait("document.querySelector('main td, main .empty')")
        return page

    def check(self):
        """Nothing of the database has run as a script, no request has left, nothing has failed."""
        self.assertIsNone(self.page.run("window.hacked"))
        self.assertEqual([url for url in self.page.requests if not url.startswith((self.studio.base, "blob:", "about:"))], [])
        self.assertEqual(self.page.errors, [])

    def picture(self, name):
        if folder := os.environ.get("STUDIO_PICTURES"):
            os.makedirs(folder, exist_ok=True)
            self.page.screenshot(os.path.join(folder, name + ".png"))

    def show(self, path):
        self.page.run(f"location.hash = {json.dumps(path)}")

    def table(self, name, rows):
        self.show("#/table/" + name)
        self.page.wait(f"document.querySelector('main h1')?.textContent === {json.dumps(name)} && document.querySelectorAll('tbody tr').length === {rows}")

    def cell(self, row, column):
        return self.page.run(f"document.querySelector('main tbody').rows[{row}].cells[{column}].innerText")

    def test_the_token_leaves_the_address(self):
        self.assertNotIn(self.studio.token, self.page.run("location.href"))
        self.assertEqual(self.page.run("document.cookie"), "")
        # The tab keeps it.
        self.page.run("location.reload()")
        self.page.wait("document.querySelector('main td')")

    def test_a_page_without_the_token_shows_nothing(self):
        self.page.go("about:blank")
        self.page.wait("document.readyState === 'complete' && location.href === 'about:blank'")
        other = self.open(self.studio.base + "/")
        self.assertIn("Open the studio by the address", other.text("main"))
        self.assertNotIn("customer", other.text())

    def test_many_tabs(self):
        tabs = [self.open(self.studio.base + "/#/table/city") for _ in range(9)]
        for tab in tabs:
            tab.wait("document.querySelectorAll('main tbody tr').length === 4 && document.querySelector('#live.on')")
        db = sqlite3.connect(self.studio.path)
        db.execute("UPDATE city SET name = 'Cöln' WHERE code = 'K'")
        db.commit()
        db.close()
        for tab in tabs:
            tab.wait("document.querySelector('main tbody').rows[2].cells[2].innerText === 'Cöln'")
            tab.go("about:blank")

    def test_hostile_values_are_texts(self):
        self.table("customer", 100)
        self.assertEqual(self.cell(2, 2), data.HOSTILE)
        self.show("#/table/" + "odd%20%22name%22'%3B%20DROP%20TABLE%20customer%3B%20--%3Cb%3E")
        self.page.wait("document.querySelector('main h1').textContent.startsWith('odd') && document.querySelector('main td.text')")
        self.assertEqual(self.page.text("main h1"), data.NAME)
        self.assertEqual(self.cell(0, 1), data.HOSTILE)
        self.show("#/schema")
        self.page.wait("document.querySelectorAll('section').length > 7")
        self.picture("schema")
        self.show("#/diagram")
        self.page.wait("document.querySelector('.diagram')?.naturalWidth > 300")
        self.picture("diagram")

    def test_tables_of_the_diagram_are_opened(self):
        self.show("#/diagram")
        self.page.wait("document.querySelector('.diagram')?.naturalWidth > 300")
        # Each link lies where the picture has its table, at any size.
        for label in (None, "Larger", "Smaller"):
            if label:
                self.page.run(f"document.querySelector('[aria-label={label}]').click()")
            self.assertTrue(self.page.run("""(() => {
                const inside = document.querySelector('.diagram').getBoundingClientRect();
                return [...document.querySelectorAll('.links a')].every((link) => {
                    const box = link.getBoundingClientRect();
                    return box.left >= inside.left && box.right <= inside.right && box.top >= inside.top && box.bottom <= inside.bottom && box.width > 20;
                });
            })()"""), label)
        self.page.click(".links a[title=customer]")
        self.page.wait("document.querySelector('main h1').textContent === 'customer'")
        self.show("#/diagram")
        self.page.wait("document.querySelector('.links a[title=sale]')")
        self.page.run("document.querySelector('main h1').parentElement.querySelector('button:last-of-type').focus()")
        self.page.key("Tab")
        first = self.page.run("document.activeElement.getAttribute('aria-label')")
        self.assertTrue(first.startswith("Table "), first)
        # A sale stands right of the customer that it refers to.
        self.page.run("document.querySelector('.links a[title=sale]').focus()")
        self.page.key("ArrowLeft")
        self.assertIn(self.page.run("document.activeElement.title"), ("customer", "product"))
        self.page.key("ArrowRight")
        self.page.run("document.querySelector('.links a[title=sale]').focus()")
        self.page.key("Enter")
        self.page.wait("document.querySelector('main h1').textContent === 'sale'")

    def test_a_change_of_the_schema_is_asked_first(self):
        self.statement("DROP TABLE large")
        self.page.key("Enter", modifiers=CTRL)
        self.page.wait("document.querySelector('dialog')?.textContent.includes('cannot be undone')")
        self.picture("confirm")
        self.page.key("Escape")
        self.page.wait("!document.querySelector('dialog')")
        self.assertTrue(self.page.run("[...document.querySelectorAll('#list a')].some((a) => a.textContent === 'large')"))
        self.page.run("document.querySelector('textarea').focus()")
        self.page.key("Enter", modifiers=CTRL)
        self.page.wait("document.querySelector('dialog')")
        self.page.key("Tab")
        self.page.key("Enter")
        self.page.wait("![...document.querySelectorAll('#list a')].some((a) => a.textContent === 'large')")

    def test_pages_and_orders(self):
        self.table("customer", 100)
        self.assertEqual(self.cell(0, 1), "1")
        self.picture("table")
        self.page.click("nav.bar button", "Next")
        self.page.wait("document.querySelector('main tbody').rows[0].cells[1].innerText === '101'")
        self.page.click("nav.bar button", "Last")
        self.page.wait("document.querySelector('main tbody').rows[99].cells[1].innerText === '350'")
        self.page.click("nav.bar button", "Previous")
        self.page.wait("document.querySelector('main tbody').rows[99].cells[1].innerText === '250'")
        self.page.click("th button", "created_at")
        self.page.click("th button", "created_at")
        self.page.wait("document.querySelector('th[aria-sort=descending]') && document.querySelector('main tbody').rows[0].cells[1].innerText === '350'")
        self.page.run("{ const f = document.querySelector('nav.bar input'); f.value = '1600086400'; f.form.requestSubmit(); }")
        self.page.wait("document.querySelector('main tbody').rows.length === 1")
        self.page.wait("document.querySelector('main').innerText.includes('350 rows')")

    def test_filters(self):
        self.table("customer", 100)
        self.page.run("{ const [c, o] = document.querySelectorAll('main form select'); c.value = 'email'; o.value = 'contains'; }")
        self.page.click("main form input")
        self.page.type("c1@")
        self.page.key("Enter")
        self.page.wait("document.querySelectorAll('main tbody tr').length === 1 && document.querySelector('.chip')")
        self.page.wait("document.querySelector('main').innerText.includes('1 row')")
        self.page.click(".chip button")
        self.page.wait("document.querySelectorAll('main tbody tr').length === 100")

    def test_foreign_keys_are_followed(self):
        self.table("sale", 100)
        self.page.click("td a", "2")
        self.page.wait("document.querySelector('main h1').textContent === 'customer' && document.querySelectorAll('main tbody tr').length === 1")
        self.page.click("td.row button")
        self.page.wait("document.querySelector('dialog')")
        self.picture("row")
        self.page.click("dialog a", "sale")
        self.page.wait("document.querySelector('main h1').textContent === 'sale' && document.querySelectorAll('main tbody tr').length === 6")

    def test_a_cell_is_edited_by_keys_and_undone(self):
        self.table("city", 4)
        self.page.click("main td.text", "Berlin")
        self.page.key("ArrowDown")
        self.page.key("Enter")
        self.page.wait("document.activeElement.tagName === 'TEXTAREA'")
        self.picture("edit")
        self.page.run("document.activeElement.select()")
        self.page.type("Hansestadt <b>'Hamburg'</b>")
        self.page.key("Enter", modifiers=CTRL)
        self.page.wait("!document.querySelector('dialog') && document.querySelector('main tbody').rows[1].cells[2].innerText.startsWith('Hansestadt')")
        db = sqlite3.connect(self.studio.path)
        self.assertEqual(db.execute("SELECT name FROM city WHERE code = 'HH'").fetchone()[0], "Hansestadt <b>'Hamburg'</b>")
        self.page.key("z", code="KeyZ", modifiers=ALT)
        self.page.wait("document.querySelector('main tbody').rows[1].cells[2].innerText === 'Hamburg'")
        self.assertEqual(db.execute("SELECT name FROM city WHERE code = 'HH'").fetchone()[0], "Hamburg")
        self.page.key("y", code="KeyY", modifiers=ALT)
        self.page.wait("document.querySelector('main tbody').rows[1].cells[2].innerText.startsWith('Hansestadt')")
        db.close()

    def test_rows_are_added_and_deleted(self):
        self.table("city", 4)
        self.page.click("button", "Add row")
        self.page.wait("document.querySelector('dialog input')")
        self.page.run("document.querySelectorAll('dialog input')[0].focus()")
        self.page.type("F")
        self.page.key("Tab")
        self.page.type("Frankfurt")
        self.page.key("Enter")
        self.page.wait("document.querySelectorAll('main tbody tr').length === 5")
        self.page.click("td.row button", "2")
        self.page.click("dialog button", "Delete")
        self.page.wait("document.querySelectorAll('main tbody tr').length === 4")
        self.page.click("#undo")
        self.page.wait("document.querySelectorAll('main tbody tr').length === 5")

    def test_an_error_of_an_edit_is_shown(self):
        self.table("product", 12)
        self.page.click("main td.number", "2.5", double=True)
        self.page.wait("document.activeElement.tagName === 'TEXTAREA'")
        self.page.run("document.activeElement.select()")
        self.page.type("-1")
        self.page.click("dialog button", "Save")
        self.page.wait("document.querySelector('dialog .error')?.textContent.includes('CHECK')")
        self.page.errors = [error for error in self.page.errors if "409" not in error]
        self.page.key("Escape")
        self.page.wait("!document.querySelector('dialog')")
        self.page.errors = [error for error in self.page.errors if "409" not in error]

    def test_rows_follow_the_file(self):
        self.table("city", 4)
        self.page.wait("document.querySelector('#live.on')")
        db = sqlite3.connect(self.studio.path)
        db.execute("UPDATE city SET name = 'Cöln' WHERE code = 'K'")
        db.commit()
        self.page.wait("document.querySelector('main tbody').rows[2].cells[2].innerText === 'Cöln'")
        db.execute("CREATE TABLE fresh(x)")
        db.commit()
        db.close()
        self.page.wait("[...document.querySelectorAll('#list a')].some((a) => a.textContent === 'fresh')")

    def test_large_values(self):
        self.table("large", 2)
        self.assertIn("30.0 MB", self.cell(0, 2))
        self.page.click("td.text", "long text", double=True)
        self.page.wait("document.querySelector('dialog pre')?.textContent.length === 65536")
        self.assertIn("3.0 MB", self.page.text("dialog"))
        self.page.key("Escape")
        self.table("customer", 100)
        self.page.click("td.blob", "89504e47", double=True)
        self.page.wait("document.querySelector('dialog img')?.naturalWidth === 16")

    def statement(self, sql):
        self.show("#/sql")
        self.page.wait("document.activeElement.tagName === 'TEXTAREA'")
        self.page.run("document.activeElement.select()")
        self.page.type(sql)

    def test_statements(self):
        self.statement("SELECT city, count(*) AS n, sum(amount) AS total FROM customer c JOIN sale s ON s.customer = c.id GROUP BY c.cit")
        self.page.wait("document.querySelectorAll('#choices li').length === 1")
        self.page.key("Tab")
        self.assertTrue(self.page.run("document.querySelector('textarea').value.endsWith('c.city')"))
        self.page.key("Enter", modifiers=CTRL)
        self.page.wait("document.querySelectorAll('main tbody tr').length === 4")
        self.page.run("{ const s = document.querySelector('.card select'); s.value = 'bar'; s.dispatchEvent(new Event('change')); }")
        self.page.wait("document.querySelectorAll('svg.chart rect').length === 4")
        self.picture("sql")
        self.page.key("Enter", modifiers=CTRL | SHIFT)
        self.page.wait("document.querySelector('.tree .badge.scan')")
        self.picture("plan")
        self.page.wait("document.querySelectorAll('#past option').length > 1")

    def test_charts_of_numbers_that_hardly_differ(self):
        # Next to the first one, what is added for a line of the grid changes nothing.
        self.statement("SELECT 1, 100000000000000000 UNION ALL SELECT 2, 100000000000000016")
        self.page.key("Enter", modifiers=CTRL)
        self.page.wait("document.querySelectorAll('main tbody tr').length === 2")
        for kind, mark in (("bar", "rect"), ("line", ".line"), ("dots", "circle")):
            self.page.run(f"{{ const s = document.querySelector('.card select'); s.value = '{kind}'; s.dispatchEvent(new Event('change')); }}")
            self.page.wait(f"document.querySelector('svg.chart {mark}')")

    def test_an_error_of_a_statement_is_marked(self):
        self.statement("SELECT name FROM customer WHERE nmae = 1")
        self.page.key("Enter", modifiers=CTRL)
        self.page.wait("document.querySelector('main .error')?.textContent.includes('nmae')")
        self.assertEqual(self.page.run("document.querySelector('textarea').value.slice(document.querySelector('textarea').selectionStart, document.querySelector('textarea').selectionEnd)"), "nmae")
        self.page.wait("!document.querySelector('main button.main').disabled")
        self.page.errors.clear()

    def test_an_endless_statement_is_cancelled(self):
        self.statement("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n")
        self.page.key("Enter", modifiers=CTRL)
        self.page.wait("document.querySelector('[role=status]:not(.dot)').textContent === 'running…'")
        self.page.click("button", "Cancel")
        self.page.wait("document.querySelector('main .error')?.textContent === 'cancelled'", 5)
        self.page.errors.clear()

    def test_search(self):
        self.show("#/search")
        self.page.wait("document.activeElement.type === 'search' && document.activeElement.closest('main')")
        self.page.type("wine numb")
        self.page.wait("document.querySelectorAll('mark').length >= 20")
        self.assertIn("<b>cheese</b>", self.page.text("main"))
        self.assertIn("the first 20 hits", self.page.text("main"))
        self.picture("search")
        self.page.click(".hit a", "#7")
        self.page.wait("document.querySelector('main h1').textContent === 'note' && document.querySelectorAll('main tbody tr').length === 1")

    def pages(self, name, width):
        """Each page is as wide as the window, and shows what it has."""
        for path, shows in (
                ("#/table/customer", "td"), ("#/table/large", "td.blob"), ("#/sql", "textarea"), ("#/schema", "section td"),
                ("#/diagram", ".diagram"), ("#/search", "input[type=search]")):
            self.show(path)
            self.page.wait(f"location.hash === {json.dumps(path)} && document.querySelector('main {shows}')")
            if path == "#/diagram":
                self.page.wait("document.querySelector('.diagram').naturalWidth > 300")
            if path == "#/sql":
                self.statement("SELECT date(sold_on) AS day, sum(amount) AS amount, count(*) AS n FROM sale GROUP BY 1 ORDER BY 1")
                self.page.key("Enter", modifiers=CTRL)
                self.page.wait("document.querySelectorAll('main tbody tr').length === 12")
                self.page.run("{ const s = document.querySelector('.card select'); s.value = 'line'; s.dispatchEvent(new Event('change')); }")
                self.page.wait("document.querySelector('svg.chart .line')")
                # Its letters are as large as they are meant.
                self.assertGreater(self.page.run("document.querySelector('svg.chart text').getBoundingClientRect().height"), 9)
            if path == "#/search":
                self.page.type("wine")
                self.page.wait("document.querySelector('mark')")
            for wide in ("document.documentElement", "document.querySelector('main')"):
                self.assertLessEqual(self.page.run(f"{wide}.scrollWidth"), width, path)
            # The tab of the page is whole in sight.
            self.assertTrue(self.page.run("""(() => {
                const tab = document.querySelector('#tabs [aria-current]').getBoundingClientRect();
                const bar = document.querySelector('#tabs').getBoundingClientRect();
                return tab.left >= bar.left - 0.5 && tab.right <= bar.right + 0.5;
            })()"""), path)
            self.picture(f"{name}-{path[2:].replace('/', '-')}")

    def test_wide_and_dark(self):
        self.page.click("#theme")
        self.pages("dark", 1280)

    def test_narrow_and_light(self):
        self.page.size(400, 780)
        self.pages("light-narrow", 400)

    def test_narrow_and_dark(self):
        self.page.click("#theme")
        self.page.size(400, 780)
        self.pages("dark-narrow", 400)
        self.page.click("#menu")
        self.page.wait("document.activeElement.id === 'find'")
        self.page.type("sal")
        self.picture("narrow-menu")
        self.page.click("#list a", "sale")
        self.page.wait("document.querySelector('main h1').textContent === 'sale' && getComputedStyle(document.querySelector('#side')).display === 'none'")

    def test_all_is_reached_by_keys(self):
        self.table("city", 4)
        self.page.run("document.querySelector('#skip').focus()")
        seen = set()
        for _ in range(60):
            self.page.key("Tab")
            seen.add(self.page.run("document.activeElement.id || document.activeElement.textContent.trim() || document.activeElement.tagName"))
        for wanted in ("SQL", "Schema", "find", "customer", "Add row", "Filter", "name", "B", "Go"):
            self.assertIn(wanted, seen)


if __name__ == "__main__":
    unittest.main()
