import { Fragment } from "react";
import { Link } from "react-router";

/** `「words」（/path）`, as answers write links; nothing else, and no address of another site, becomes one. */
const written = /「([^「」]+)」（(\/(?:[a-z][^\s（）「」]*)?)）/;

interface AnswerTextProps {
  text: string;
  /** When a link of the answer is followed. */
  onFollow?: () => void;
}

/** An answer of the support chat, with its links to pages of this site. */
export function AnswerText({ text, onFollow }: AnswerTextProps) {
  const pieces = text.split(new RegExp(written, "g"));
  return (
    <p className="whitespace-pre-wrap [word-break:normal]">
      {/* Words, then a link's words and path, and so on. */}
      {pieces.map((piece, index) => {
        const path = pieces[index + 1];
        if (index % 3 === 2) return null;
        return index % 3 === 0 ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the text does not change
          <Fragment key={index}>{piece}</Fragment>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the text does not change
          <Link key={index} to={path ?? "/"} onClick={onFollow} className="text-accent underline">
            {piece}
          </Link>
        );
      })}
    </p>
  );
}
