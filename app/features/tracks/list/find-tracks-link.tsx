import { ButtonLink } from "#app/ui/button.tsx";

/** What an empty list of tracks offers. */
export const FindTracksLink = () => (
  <ButtonLink to="/search" variant="quiet" icon="search">
    音声を探す
  </ButtonLink>
);
