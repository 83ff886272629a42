const AMOUNT = /(-?(?:[A-Z]{1,3}\p{Sc}?\s?|\p{Sc})\d[\d,]*(?:\.\d+)?)/u;

/**
 * Shows a sentence with amounts on a page that the browser may translate. A translator replaces text nodes, and React would go on
 * writing into those it made. So amounts are not translated, and another sentence is another element.
 */
export function Priced({ children: text }: { children: string }) {
  return (
    <span key={text}>
      {text.split(AMOUNT).map((part, at) =>
        at % 2 === 0 ? (
          part
        ) : (
          // oxlint-disable-next-line react/no-array-index-key -- the parts of one text keep their places
          <span key={at} translate="no">
            {part}
          </span>
        ),
      )}
    </span>
  );
}
