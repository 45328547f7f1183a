import { useState } from "react";
import { Form, Link, PrefetchPageLinks } from "react-router";
import { profilePath } from "#app/features/accounts/account.ts";
import { PersonHeaderLayout } from "#app/features/people/components/person-header.tsx";
import type { Person } from "#app/features/people/person.ts";
import { ButtonLink, IconButton } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog/dialog.tsx";
import { failureMessage } from "#app/ui/form/form-result.ts";
import { isPlainClick } from "#app/ui/is-plain-click.ts";
import { useToast } from "#app/ui/toast/toasts.tsx";
import { useLazyComponent } from "#app/ui/use-lazy-component.ts";
import { type EditableProfile, profileEditPath, profileMessages } from "../profile.ts";

/** One's own page's header. `origin`: the site's. */
export function ProfileHeader({ profile, origin }: { profile: Person; origin: string }) {
  return (
    <PersonHeaderLayout
      person={profile}
      address={{ url: origin + profilePath(profile), label: "プロフィールのURLをコピー" }}
      withoutId={
        <Link
          to={profileEditPath}
          className="-my-1 inline-flex min-h-11 items-center font-bold text-accent hover:underline"
        >
          ユーザーIDを決める
        </Link>
      }
      corner={
        <Form method="post" action="/api/auth/logout" reloadDocument>
          <IconButton type="submit" icon="logout" label="ログアウト" />
        </Form>
      }
    >
      <EditProfile profile={profile} />
      <ButtonLink to="/settings" variant="quiet" icon="settings">
        設定
      </ButtonLink>
    </PersonHeaderLayout>
  );
}

const loadEditor = () => import("./profile-editor.tsx").then(({ ProfileEditor }) => ProfileEditor);

/** Opens the editor, loaded after the page, in a dialog; without JavaScript the edit page. */
function EditProfile({ profile }: { profile: EditableProfile }) {
  const { show } = useToast();
  const [open, setOpen] = useState(false);
  /** Stays mounted until it is saved, so that closing keeps the input. */
  const [isMounted, setIsMounted] = useState(false);
  const ProfileEditor = useLazyComponent({
    load: loadEditor,
    isWanted: open,
    onMissing() {
      setOpen(false);
      const description = failureMessage({ status: 0, error: "" });
      show({ title: profileMessages.failedTitle, description, tone: "error" });
    },
  });
  return (
    <>
      <ButtonLink
        to={profileEditPath}
        variant="quiet"
        icon="edit"
        onClick={(event) => {
          if (!isPlainClick(event)) return;
          event.preventDefault();
          setIsMounted(true);
          setOpen(true);
        }}
      >
        プロフィールを編集
      </ButtonLink>
      <Dialog open={open && ProfileEditor !== null} onClose={() => setOpen(false)} title="プロフィールを編集">
        {isMounted && ProfileEditor && (
          <>
            {/* Loads the client action in advance: the network may be gone when the form is sent. */}
            <PrefetchPageLinks page={profileEditPath} />
            <ProfileEditor
              profile={profile}
              onSaved={() => {
                setOpen(false);
                setIsMounted(false);
              }}
            />
          </>
        )}
      </Dialog>
    </>
  );
}
