import { Form } from "react-router";
import { LoginPrompt } from "#app/features/accounts/sign-in/components/login-prompt.tsx";
import { requireMember } from "#app/features/accounts/viewer.ts";
import { NotFound } from "#app/features/domain-error.ts";
import { removeFromPlaylist } from "#app/features/playlists/bookmark/server/add-to-playlist.server.ts";
import {
  itemPath,
  itemPositionPath,
  playlistPath,
  removedItemPath,
} from "#app/features/playlists/playlist.ts";
import { itemFormSchema, itemParams, positionFormSchema } from "#app/features/playlists/playlists.schema.ts";
import { reorderItems } from "#app/features/playlists/reorder/reorder-items.server.ts";
import { findOwnItem } from "#app/features/playlists/server/find-playlist.server.ts";
import { formTitle } from "#app/features/site/page-meta.ts";
import { validate } from "#app/features/validate.ts";
import { formAction, redirectWithFlash } from "#app/http/core/form-action.server.ts";
import { type ByViewer, viewerLoader } from "#app/http/core/page-loader.server.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/form/field.tsx";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { useFormPost } from "#app/ui/form/use-form-post.ts";
import { Notice } from "#app/ui/notice.tsx";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/playlist-item";

const heading = "位置を指定して移動";

export const meta: Route.MetaFunction = ({ matches }) => [{ title: formTitle(heading, matches) }];

function parseIds(params: unknown): { playlistId: number; itemId: number } {
  const { success, data } = itemParams.safeParse(params);
  if (!success) throw new NotFound();
  return { playlistId: data.id, itemId: data.itemId };
}

export const loader = viewerLoader(async ({ params, viewer }: ByViewer<Route.LoaderArgs>) => {
  const ids = parseIds(params);
  if (!viewer) return { item: null, ...ids };
  return { item: await findOwnItem({ viewer: requireMember(viewer), ...ids }), ...ids };
});

export const action = formAction({
  schema: itemFormSchema,
  who: "member",
  limit: rateLimits.reorder,
  find: ({ params, viewer }) => findOwnItem({ viewer, ...parseIds(params) }),
  async run({ params, context, viewer, value, found }) {
    const { playlistId, itemId } = parseIds(params);
    if (value.intent === "remove") {
      const { removed } = await removeFromPlaylist({ viewer, playlistId, itemId });
      const path = itemPositionPath({ id: playlistId }, { order: found.order, itemId });
      return redirectWithFlash(context, removedItemPath(path, removed), "playlist-item-removed");
    }
    const { order } = validate(positionFormSchema(found.last), value);
    const { items } = await reorderItems({ viewer, playlistId, items: [{ id: itemId, order }] });
    const position = { itemId, order: items[0]?.order ?? order };
    return redirectWithFlash(context, itemPositionPath({ id: playlistId }, position), "order-changed");
  },
});

export { formClientAction as clientAction } from "#app/ui/form/form-client-action.ts";

/** Where no dialog can open. */
export default function PlaylistItemScreen({ loaderData, actionData }: Route.ComponentProps) {
  const { item, playlistId, itemId } = loaderData;
  const path = playlistPath({ id: playlistId });
  if (!item) return <LoginPrompt returnPath={itemPath({ path, itemId })} heading={heading} />;
  const { title, order, playlist } = item;
  return (
    <Page title={heading} back={{ to: itemPositionPath(playlist, { order, itemId }), label: playlist.name }}>
      <div className="space-y-8">
        <div className="space-y-4">
          <p className="font-bold">{title}</p>
          <MoveForm item={item} action={itemPath({ path, itemId })} formResult={actionData} />
        </div>
        <Form method="post" className="border-t border-line pt-6">
          <Button name="intent" value="remove" variant="danger" icon="trash">
            プレイリストから外す
          </Button>
        </Form>
      </div>
    </Page>
  );
}

interface MoveFormProps {
  item: { order: number; last: number };
  action: string;
  formResult: FormResult | undefined;
}

function MoveForm({ item, action, formResult }: MoveFormProps) {
  const { form, fields, field, isSubmitting, error } = useFormPost<{ order: string }>({
    id: "move",
    action,
    formResult,
    defaultValue: { order: String(item.order) },
  });
  return (
    <Form {...form} className="space-y-4">
      {error && (
        <Notice tone="error" title="順序の更新に失敗しました">
          {error}
        </Notice>
      )}
      <TextField
        {...field(fields.order)}
        label={`何番目に移動しますか（1〜${item.last}）`}
        inputMode="numeric"
        autoComplete="off"
      />
      <Button busy={isSubmitting} busyLabel="移動しています">
        移動する
      </Button>
    </Form>
  );
}
