/// The tables and queries from which `LibraryQueries+Generated.swift` is written.
enum LibraryQueries {
    static let schema = """
        CREATE TABLE author (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, born DATE);
        CREATE TABLE book (
            id INTEGER PRIMARY KEY,
            author INTEGER NOT NULL REFERENCES author(id),
            title TEXT NOT NULL,
            code UUID,
            price REAL,
            page_count INTEGER,
            cover BLOB,
            in_print BOOLEAN NOT NULL DEFAULT 1,
            shelf TEXT NOT NULL DEFAULT 'new'
        );
        CREATE TABLE loan (
            book INTEGER NOT NULL REFERENCES book,
            reader TEXT NOT NULL,
            due DATE NOT NULL,
            PRIMARY KEY (book, reader)
        ) WITHOUT ROWID;
        """

    /// In one file: what is read.
    static let reading = #"""
        -- Queries of the library.

        -- All authors by name.
        -- name: authors :many
        SELECT * FROM author ORDER BY name;

        -- The author of an id.
        --
        -- There is one, or the call throws.
        -- name: author :one
        SELECT id, name, born FROM author WHERE id = :id;

        -- name: authorNamed :optional
        SELECT * FROM author WHERE name = :name;

        -- name: authorNames :many
        SELECT name FROM author ORDER BY name;

        -- name: countOfBooks :one
        SELECT count(*) FROM book WHERE author = :author AND in_print = :in_print;

        -- The price of a book, nil if it has none or is not there.
        -- name: price :optional
        SELECT price FROM book WHERE id = :id;

        -- name: lowestPrice :one
        SELECT min(price) AS lowest FROM book;

        -- name: books :many
        -- param shelves: [Shelf]
        SELECT
            book.id, book.title, author.name AS author_name, -- the author's
            book.code AS "code: UUID?", book.shelf AS "shelf: Shelf", book.in_print
        FROM book JOIN author ON author.id = book.author
        WHERE book.id IN :ids AND book.shelf IN :shelves
            AND book.title LIKE :pattern ESCAPE '\'
        ORDER BY book.title;

        -- Authors and their books; authors without any, too.
        -- name: authorsAndBooks :many
        SELECT author.name AS author, book.title, book.page_count AS "pages!"
        FROM author LEFT JOIN book ON book.author = author.id
        ORDER BY author.name, book.title;

        -- The books of some authors, by title.
        -- name: booksOf :many
        SELECT id, title, price, code
        FROM book WHERE author IN :authors AND title LIKE :pattern
        ORDER BY title;

        -- name: titles :page
        SELECT id, title FROM book ORDER BY title, id;

        -- name: booksByTitle :page
        SELECT id, title FROM book WHERE page_count BETWEEN :least AND :most ORDER BY title, id;

        -- name: loansByDate :page
        -- row: LoanOnPage
        SELECT due, reader, title AS book
        FROM loan JOIN book ON book.id = loan.book
        ORDER BY due DESC, reader, book;

        -- Every title, one after the other.
        -- name: eachTitle :each
        SELECT title FROM book ORDER BY id;

        -- name: eachBook :each
        SELECT id, title FROM book WHERE price > :price OR :price IS NULL ORDER BY id LIMIT :limit OFFSET :offset;

        -- name: statistics :one
        WITH priced AS (SELECT price, page_count FROM book WHERE price IS NOT NULL)
        SELECT count(*) AS count, total(price) AS sum, avg(price) AS mean, max(page_count) AS "longest",
            (SELECT name FROM author ORDER BY id LIMIT 1) AS "first_author: String?",
            coalesce(max(price), 0.0) AS dearest, 'EUR' AS currency, EXISTS (SELECT 1 FROM loan) AS "is_lent"
        FROM priced;
        """#

    /// In another file: what is written.
    static let writing = """
        -- Adds an author.
        -- name: addAuthor :insert
        INSERT INTO author (name, born) VALUES (:name, :born);

        -- name: addAuthorOnce :insert
        INSERT OR IGNORE INTO author (name) VALUES (:name);

        -- name: addBooks :batch
        INSERT INTO book (author, title, code, price, page_count, cover, shelf)
        VALUES (:author, :title, :code, :price, :page_count, :cover, :shelf);

        -- name: removeBooks :batch
        DELETE FROM book WHERE id = :id;

        -- name: lend :exec
        INSERT INTO loan VALUES (:book, :reader, :due)
        ON CONFLICT (book, reader) DO UPDATE SET due = :due;

        -- name: changeBook :exec
        UPDATE book SET title = coalesce(:title, title), price = :price, in_print = :in_print WHERE id = :id;

        -- name: moveBooks :many
        -- param shelf: Shelf
        UPDATE book SET shelf = :shelf WHERE id IN :ids RETURNING id, title;

        -- name: takeBook :optional
        DELETE FROM book WHERE id = :id RETURNING title, price;

        -- name: shrink :exec
        VACUUM;

        -- name: default :exec
        DELETE FROM loan;
        """
}
