import { Fragment } from "react";
import { Link } from "react-router";

/** A link in an answer, `「text」（/path）`. Addresses of other sites never match. */
const linkPattern = /「([^「」]+)」（(\/(?:[a-z][^\s（）「」]*)?)）/;

interface AnswerTextProps {
  text: string;
  /** Called when a link of the answer is followed. */
  onFollow?: () => void;
}

/** An answer of the support chat, with links to pages of this site. */
export function AnswerText({ text, onFollow }: AnswerTextProps) {
  const pieces = text.split(new RegExp(linkPattern, "g"));
  return (
    <p className="whitespace-pre-wrap [word-break:normal]">
      {/* `split` with two groups: text, link text, link path, text, … */}
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
