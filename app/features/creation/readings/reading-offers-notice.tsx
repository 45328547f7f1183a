import { Form, useNavigation } from "react-router";
import { pronunciationsPath } from "#app/features/pronunciations/pronunciations.ts";
import { Button } from "#app/ui/button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { offersQuery, type ReadingOffer } from "./reading-offers.ts";

interface ReadingOffersProps {
  offers: readonly ReadingOffer[];
  path: string;
}

/** Shows readings, each with a button for the member's dictionary. */
export function ReadingOffers({ offers, path }: ReadingOffersProps) {
  const sent = useNavigation().formData;
  if (offers.length === 0) return null;
  return (
    <Notice
      live="politely"
      title="読みを変えました"
      actions={offers.map((offer) => (
        <Form key={offer.word} method="post" action={pronunciationsPath} preventScrollReset>
          <input type="hidden" name="intent" value="save" />
          <input
            type="hidden"
            name="next"
            value={path + offersQuery(offers.filter((other) => other !== offer))}
          />
          <input type="hidden" name="word" value={offer.word} />
          <input type="hidden" name="reading" value={offer.reading} />
          <input type="hidden" name="accent" value={offer.accent ?? ""} />
          <Button
            variant="quiet"
            icon="plus"
            busy={sent?.get("word") === offer.word && sent.get("intent") === "save"}
            busyLabel="登録しています"
          >
            {offers.length === 1 ? "この読みを辞書に入れる" : `「${offer.word}」の読みを辞書に入れる`}
          </Button>
        </Form>
      ))}
    >
      {offers.map(({ word, reading }) => `「${word}」を「${reading}」`).join("、")}
      と読みます。辞書に入れると、次に作る音声でもそう読みます。
    </Notice>
  );
}
