import { Form, Link, useLocation } from "react-router";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { SelectField, TextField } from "#app/ui/form/field.tsx";
import { type TrackFilter, trackStateLabels, trackStates } from "../admin-tracks.ts";

/** Works without scripts: a form with GET. `posterName`: of the author that the list is narrowed to. */
export function TrackFilters({ filter, posterName }: { filter: TrackFilter; posterName: string | null }) {
  const { key } = useLocation();
  const { q, state, author } = filter;
  return (
    <Form
      // Anew with each address: the fields show what the list is filtered by.
      key={key}
      action="/admin/tracks"
      role="search"
      className="mb-4 flex flex-wrap items-end gap-3 rounded-card border border-line bg-surface p-4"
    >
      <div className="w-full min-w-0 rail:w-auto rail:min-w-64 rail:flex-1">
        <TextField
          type="search"
          name="q"
          label="検索"
          placeholder="題名、名前、#番号、@ユーザーID"
          maxLength={200}
          defaultValue={q}
        />
      </div>
      <div className="w-full rail:w-48">
        <SelectField name="state" label="状態" defaultValue={state ?? ""}>
          <option value="">すべて</option>
          {trackStates.map((one) => (
            <option key={one} value={one}>
              {trackStateLabels[one]}
            </option>
          ))}
        </SelectField>
      </div>
      {author && <input type="hidden" name="author" value={author} />}
      <Button icon="search">検索</Button>
      {(q || state || author) && (
        <ButtonLink to="/admin/tracks" variant="quiet" icon="close">
          クリア
        </ButtonLink>
      )}
      {posterName !== null && (
        <p className="w-full text-sm">
          <span className="font-bold">{posterName}</span>の音声だけを表示しています。
          <Link to={`/admin/users/${author}`} className="ml-2 underline">
            会員のページ
          </Link>
        </p>
      )}
    </Form>
  );
}
