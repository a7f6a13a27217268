/** The links and files of a card; files are dropped onto it, or chosen. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { FileText, Link2, Trash2, Upload } from "lucide-react";
import { type DragEvent, type ReactNode, useRef, useState } from "react";
import {
  createDocument,
  deleteDocument,
  deleteFile,
  documentsQuery,
  fileAddress,
  filesQuery,
  uploadFile,
} from "../../cards/files";
import { useCardRights } from "../../cards/rights";
import { day, number, size } from "../../language/format";
import type { Schemas } from "../../server/client";
import { settingsQuery } from "../../server/session";
import { Button, IconButton } from "../../ui/button";
import { Icon } from "../../ui/icon";
import { Failed, LoadingRows } from "../../ui/states";

/** Shows links and files. */
export function CardFiles({ card }: { card: Schemas["Card"] }) {
  const { t } = useLingui();
  const mayManage = useCardRights(card.id)("can_manage_documents");
  return (
    <div className="card-tab">
      <h1 className="t20 w2">{t`Files`}</h1>
      <Links cardId={card.id} mayManage={mayManage} />
      <Files cardId={card.id} mayManage={mayManage} />
    </div>
  );
}

type PartProps = { cardId: string; mayManage: boolean };

function Links({ cardId, mayManage }: PartProps) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(documentsQuery(cardId));
  return (
    <section aria-label={t`Links`}>
      <h2 className="w2 tab-heading">
        <Trans>Links</Trans> {data && <span className="c3 num">{data.length}</span>}
      </h2>
      {error && <Failed error={error} retry={refetch} />}
      {!data && !error && <LoadingRows rows={2} />}
      {data?.map((one) => (
        <Line key={one.id} icon={Link2} remark={day(one.created_at)} remove={mayManage && (() => deleteDocument(one))}>
          {one.url ? (
            <a href={one.url} target="_blank" rel="noreferrer" className="lk trunc">
              {one.name}
            </a>
          ) : (
            <span className="trunc">{one.name}</span>
          )}
        </Line>
      ))}
      {mayManage && <NewLink cardId={cardId} />}
    </section>
  );
}

function NewLink({ cardId }: { cardId: string }) {
  const { t } = useLingui();
  const [url, setUrl] = useState("");
  const [name, setName] = useState("");
  const send = async () => {
    if (url.trim() === "") return;
    if (!(await createDocument(cardId, name.trim() || url.trim(), url.trim()))) return;
    setUrl("");
    setName("");
  };
  return (
    <form
      className="tab-line"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <input
        className="inp"
        aria-label={t`Address`}
        placeholder="https://…"
        maxLength={10_000}
        value={url}
        onChange={({ target }) => setUrl(target.value)}
      />
      <input
        className="inp"
        aria-label={t`Name`}
        placeholder={t`Name`}
        maxLength={500}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <button type="submit" className="btn line">
        <Trans>Add a link</Trans>
      </button>
    </form>
  );
}

function Files({ cardId, mayManage }: PartProps) {
  const { t } = useLingui();
  const { data: settings } = useQuery(settingsQuery);
  const { data, error, refetch } = useQuery(filesQuery(cardId));
  const mayUpload = mayManage && settings?.file_uploads_enabled !== false;
  return (
    <section aria-label={t`Files`}>
      <h2 className="w2 tab-heading">
        <Trans>Files</Trans> {data && <span className="c3 num">{data.length}</span>}
      </h2>
      {error && <Failed error={error} retry={refetch} />}
      {!data && !error && <LoadingRows rows={2} />}
      {data?.map((one) => (
        <Line
          key={one.id}
          icon={FileText}
          remark={`${size(one.size)} · ${one.creator_name ?? ""} · ${day(one.created_at)}`}
          remove={mayManage && (() => deleteFile(one))}
        >
          <a href={fileAddress(one.id)} className="lk trunc" download={one.name}>
            {one.name}
          </a>
        </Line>
      ))}
      {mayUpload && <DropZone cardId={cardId} />}
    </section>
  );
}

type LineProps = { icon: typeof Link2; remark: string; remove: false | (() => Promise<boolean>); children: ReactNode };

function Line({ icon, remark, remove, children }: LineProps) {
  const { t } = useLingui();
  return (
    <div className="file-line">
      <Icon of={icon} size={14} className="c3" />
      {children}
      <span className="sp" />
      <span className="c3 t12 num">{remark}</span>
      {remove && <IconButton icon={Trash2} size={14} label={t`Delete`} onPress={() => void remove()} />}
    </div>
  );
}

/** Takes files that are dropped or chosen, one after the other. */
function DropZone({ cardId }: { cardId: string }) {
  const { t } = useLingui();
  const chooser = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const [left, setLeft] = useState(0);
  const send = async (files: readonly File[]) => {
    setLeft(files.length);
    for (const file of files) {
      await uploadFile(cardId, file);
      setLeft((before) => before - 1);
    }
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void send([...event.dataTransfer.files]);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what is dropped can be chosen by the button as well
    <div
      className={isOver ? "drop over" : "drop"}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <input
        ref={chooser}
        type="file"
        multiple
        hidden
        aria-label={t`Choose files`}
        onChange={({ target }) => {
          void send([...(target.files ?? [])]);
          target.value = "";
        }}
      />
      <span className="c2 t12" aria-live="polite">
        {left > 0 ? (
          <Trans>{number(left)} are being uploaded…</Trans>
        ) : (
          <Trans>Drop files here, up to 10 MB each</Trans>
        )}
      </span>
      <Button look="line" icon={Upload} writes onPress={() => chooser.current?.click()}>
        <Trans>Choose files</Trans>
      </Button>
    </div>
  );
}
