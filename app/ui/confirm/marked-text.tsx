interface Span {
  start: number;
  end: number;
}

/** Spans may overlap. */
export function MarkedText({ text, spans }: { text: string; spans: Span[] }) {
  const edges = [...new Set([0, text.length, ...spans.flatMap(({ start, end }) => [start, end])])];
  const starts = edges.toSorted((a, b) => a - b).slice(0, -1);
  return starts.map((from, index) => {
    const piece = text.slice(from, starts[index + 1]);
    const isMarked = spans.some(({ start, end }) => start <= from && from < end);
    return isMarked ? <mark key={from}>{piece}</mark> : piece;
  });
}
