/** A person's page on X, in a new tab (spec 2 §2, "My page"). `handle` without @. */
export function XLink({ handle }: { handle: string }) {
  return (
    <a
      href={`https://x.com/${handle}`}
      target="_blank"
      rel="noopener noreferrer"
      title={`@${handle}`}
      className="-mr-2 grid size-11 shrink-0 place-items-center rounded-full hover:bg-sunken"
    >
      <svg viewBox="0 0 24 24" fill="currentColor" aria-hidden="true" className="size-5">
        <path d="M17.8 3h3.1l-6.7 7.7L22 21h-6.2l-4.8-6.3L5.4 21H2.3l7.2-8.2L2 3h6.3l4.4 5.8zm-1.1 16.2h1.7L7.4 4.7H5.6z" />
      </svg>
      <span className="sr-only">Xの@{handle}を新しいタブで開く</span>
    </a>
  );
}
