/** Reloads the page without JavaScript, because other people's changes don't appear live then. */
export function RefreshLink({ to }: { to: string }) {
  return (
    <noscript>
      <p className="mt-4">
        <a className="text-link" href={to}>
          Refresh
        </a>
      </p>
    </noscript>
  );
}
