import { Form, redirect, useNavigation } from "react-router";
import { LoginPrompt } from "#app/features/accounts/components/login-prompt.tsx";
import { requireMember } from "#app/features/accounts/viewer.ts";
import { checked } from "#app/features/checked.ts";
import { NotFound } from "#app/features/domain-error.ts";
import { itemFormSchema, itemParams, placeFormSchema } from "#app/features/playlists/item-form.schema.ts";
import { itemPath, placePath, playlistPath } from "#app/features/playlists/playlist-path.ts";
import { findOwnItem } from "#app/features/playlists/server/find-own-item.server.ts";
import { removeFromPlaylist } from "#app/features/playlists/server/remove-from-playlist.server.ts";
import { reorderItems } from "#app/features/playlists/server/reorder-items.server.ts";
import { type RefusedForm, refusalText } from "#app/features/refused-form.ts";
import { documentTitle } from "#app/features/shell/document-title.ts";
import { submitForm } from "#app/features/shell/submit-form.ts";
import { sayOnNextPage } from "#app/http/flash.ts";
import { answerForm, readFields } from "#app/http/form-answer.server.ts";
import { countAgainst } from "#app/http/rate-limit.ts";
import { rateLimits } from "#app/http/rate-limits.ts";
import { getViewer, requestContext } from "#app/http/request-context.ts";
import { screen } from "#app/http/screen.server.ts";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/playlist-item";

const heading = "位置を指定して移動";

export const meta: Route.MetaFunction = () => [{ title: documentTitle(heading) }];

function readIds(params: unknown): { playlistId: number; itemId: number } {
  const { success, data } = itemParams.safeParse(params);
  if (!success) throw new NotFound();
  return { playlistId: data.id, itemId: data.itemId };
}

export const loader = screen(async ({ params, context }: Route.LoaderArgs) => {
  const viewer = await getViewer(context);
  const ids = readIds(params);
  if (!viewer) return { item: null, ...ids };
  return { item: await findOwnItem({ viewer: requireMember(viewer), ...ids }), ...ids };
});

export const action = screen(async ({ request, params, context }: Route.ActionArgs) => {
  const viewer = requireMember(await getViewer(context));
  const { address } = context.get(requestContext);
  const { playlistId, itemId } = readIds(params);
  const values = await readFields(request);
  return answerForm({
    context,
    values,
    async work() {
      countAgainst(rateLimits.reorder, { viewer, address });
      const found = await findOwnItem({ viewer, playlistId, itemId });
      if (checked(itemFormSchema, values).intent === "remove") {
        await removeFromPlaylist({ viewer, playlistId, itemId });
        sayOnNextPage(context, "playlist-item-removed");
        return redirect(placePath({ id: playlistId }, { order: found.order, itemId }), { status: 303 });
      }
      const { order } = checked(placeFormSchema(found.last), values);
      const { items } = await reorderItems({ viewer, playlistId, items: [{ id: itemId, order }] });
      sayOnNextPage(context, "order-changed");
      const place = { itemId, order: items[0]?.order ?? order };
      return redirect(placePath({ id: playlistId }, place), { status: 303 });
    },
  });
});

export const clientAction = (args: Route.ClientActionArgs) => submitForm<RefusedForm>(args);

/** Moves or removes one track of an own playlist, where no dialog can ask for it. */
export default function PlaylistItemScreen({ loaderData, actionData }: Route.ComponentProps) {
  const { item, playlistId, itemId } = loaderData;
  const isBusy = useNavigation().state !== "idle";
  const path = playlistPath({ id: playlistId });
  if (!item) return <LoginPrompt returnPath={itemPath({ path, itemId })} heading={heading} />;
  const { title, order, last, playlist } = item;
  const wrong = actionData?.fields.order;
  return (
    <Page title={heading} back={{ to: placePath(playlist, { order, itemId }), label: playlist.name }}>
      <div className="space-y-8">
        <div className="space-y-4">
          <p className="font-bold">{title}</p>
          {actionData && !wrong && (
            <Notice tone="error" title="順序の更新に失敗しました">
              {refusalText(actionData)}
            </Notice>
          )}
          <Form method="post" className="space-y-4">
            <TextField
              key={actionData?.values.order}
              name="order"
              label={`何番目に移動しますか（1〜${last}）`}
              inputMode="numeric"
              autoComplete="off"
              defaultValue={actionData?.values.order ?? order}
              errors={wrong}
              focused={wrong !== undefined}
            />
            <Button busy={isBusy} busyLabel="移動しています">
              移動する
            </Button>
          </Form>
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
