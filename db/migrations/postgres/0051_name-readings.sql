ALTER TABLE "playlists" ADD COLUMN "name_readings" text;--> statement-breakpoint
ALTER TABLE "member_search" ADD COLUMN "name_readings" text;--> statement-breakpoint
CREATE INDEX "playlists_unread_index" ON "playlists" USING btree ("id") WHERE name_readings is null;--> statement-breakpoint
CREATE INDEX "member_search_unread_index" ON "member_search" USING btree ("id") WHERE name_readings is null;--> statement-breakpoint
-- Empty while nobody has read a name: no row is indexed here.
CREATE INDEX playlists_name_readings_index ON playlists USING gin (search_grams(name_readings)) WITH (fastupdate = off) WHERE name_readings <> '';--> statement-breakpoint
-- Another name is unread.
CREATE OR REPLACE FUNCTION keep_member_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO member_search (user_id, search_text) VALUES (new.id, fold_text(new.name || E'\n' || coalesce(new.custom_user_id, '')))
    ON CONFLICT (user_id) DO UPDATE SET search_text = excluded.search_text, name_readings = NULL;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE FUNCTION clear_name_readings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  new.name_readings := NULL;
  RETURN new;
END
$$;--> statement-breakpoint
-- beside older programs: it sets only a column that they do not know
CREATE TRIGGER playlists_clear_readings BEFORE UPDATE OF name ON playlists FOR EACH ROW
  WHEN (old.name IS DISTINCT FROM new.name) EXECUTE FUNCTION clear_name_readings();
