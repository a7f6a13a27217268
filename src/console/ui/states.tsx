/** The states of a region: empty, failed, loading. */
import { Trans } from "@lingui/react/macro";
import { CircleAlert } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { Link } from "../navigation/link";
import { asRefusal } from "../server/refusal";
import { Button } from "./button";
import { Icon } from "./icon";

/** Shows nothing to show: one sentence, what would help, and the verbs for it. */
export function Empty({ title, children, actions }: { title: ReactNode; children?: ReactNode; actions?: ReactNode }) {
  return (
    <div className="empty">
      <p className="t15 w2">{title}</p>
      {children && <p className="c2">{children}</p>}
      {actions && <div className="empty-actions">{actions}</div>}
    </div>
  );
}

type GoneProps = {
  /** The name of the page, for screen readers. */
  heading: string;
  title: ReactNode;
  /** The way to those that there are. */
  actions: ReactNode;
};

/** Shows that what an address names isn't there. */
export const Gone = ({ heading, title, actions }: GoneProps) => (
  <>
    <h1 className="aloud">{heading}</h1>
    <Empty title={title} actions={actions}>
      <Trans>It was deleted, or the link was cut off.</Trans>
    </Empty>
  </>
);

/** The pages of the handbook about what takes more than a sentence, by the status of the answer. */
const explained: Partial<Record<number, string>> = { 403: "accounts", 503: "installing" };

/** Shows a failure in the server's words, and the way to try again. */
export function Failed({ error, retry }: { error: unknown; retry?: () => unknown }) {
  const { status, message } = asRefusal(error);
  const page = explained[status];
  return (
    <div className="failed" role="alert">
      <span className="st bad">
        <Icon of={CircleAlert} size={14} />
      </span>
      <span>
        {status === 0 ? (
          <Trans>The server can't be reached.</Trans>
        ) : status === 403 ? (
          <Trans>You may not see this.</Trans>
        ) : (
          <Trans>This could not be loaded.</Trans>
        )}{" "}
        {status !== 0 && <span className="c2">{message}</span>}{" "}
        {page && (
          <Link to="/help/$page" params={{ page }} className="lk">
            <Trans>What that means</Trans>
          </Link>
        )}
      </span>
      {retry && (
        <Button look="line" onPress={() => void retry()}>
          <Trans>Try again</Trans>
        </Button>
      )}
    </div>
  );
}

/** Shows a failure in the place of a whole page, below a heading that screen readers find. */
export const FailedPage = ({ heading, ...failure }: { heading: string } & ComponentProps<typeof Failed>) => (
  <>
    <h1 className="aloud">{heading}</h1>
    <Failed {...failure} />
  </>
);

/** Shows rows that are being loaded; the grid stands already. */
export function LoadingRows({ rows = 8 }: { rows?: number }) {
  return (
    <div aria-busy="true" className="loading">
      <span className="aloud">
        <Trans>Loading</Trans>
      </span>
      {Array.from({ length: rows }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows that are all alike
        <div key={at} className="loading-row">
          <span className="sk" style={{ width: `${30 + ((at * 37) % 40)}%` }} />
        </div>
      ))}
    </div>
  );
}
