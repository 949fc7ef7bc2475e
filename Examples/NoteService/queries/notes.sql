-- Adds a note, and returns its number.
-- name: addNote :insert
INSERT INTO note (title, text) VALUES (:title, :text);

-- The note of a number.
-- name: note :optional
-- row: Note
SELECT id, title, text FROM note WHERE id = :id;

-- Notes behind a number, in the order of their numbers.
-- name: notes :many
SELECT id, title, text FROM note WHERE id > :after ORDER BY id LIMIT :limit;

-- Deletes the note of a number.
-- name: deleteNote :exec
DELETE FROM note WHERE id = :id;
