/** One list: the areas that make up the product. An area imports only those before it, and only their `index.ts`. */

import { adrArea } from "./areas/adr";
import { aiArea } from "./areas/ai";
import { analysesArea } from "./areas/analyses";
import { authArea } from "./areas/auth";
import { backupsArea } from "./areas/backups";
import { bookmarksArea } from "./areas/bookmarks";
import { bpmArea } from "./areas/bpm";
import { calculationsArea } from "./areas/calculations";
import { cardsArea } from "./areas/cards";
import { cataloguesArea } from "./areas/catalogues";
import { commentsArea } from "./areas/comments";
import { compareArea } from "./areas/compare";
import { complianceArea } from "./areas/compliance";
import { demoArea } from "./areas/demo";
import { diagnosticsArea } from "./areas/diagnostics";
import { diagramsArea } from "./areas/diagrams";
import { directoryArea } from "./areas/directory";
import { documentsArea } from "./areas/documents";
import { eolArea } from "./areas/eol";
import { eventsArea } from "./areas/events";
import { favoritesArea } from "./areas/favorites";
import { fileAttachmentsArea } from "./areas/file-attachments";
import { healthArea } from "./areas/health";
import { metamodelArea } from "./areas/metamodel";
import { migrationArea } from "./areas/migration";
import { mutationBatchesArea } from "./areas/mutation-batches";
import { notificationsArea } from "./areas/notifications";
import { ppmArea } from "./areas/ppm";
import { relationsArea } from "./areas/relations";
import { reportsArea } from "./areas/reports";
import { risksArea } from "./areas/risks";
import { rolesArea } from "./areas/roles";
import { savedReportsArea } from "./areas/saved-reports";
import { scenariosArea } from "./areas/scenarios";
import { searchArea } from "./areas/search";
import { servicenowArea } from "./areas/servicenow";
import { settingsArea } from "./areas/settings";
import { signaturesArea } from "./areas/signatures";
import { soawArea } from "./areas/soaw";
import { stakeholdersArea } from "./areas/stakeholders";
import { surveysArea } from "./areas/surveys";
import { tagsArea } from "./areas/tags";
import { todosArea } from "./areas/todos";
import { turbolensArea } from "./areas/turbolens";
import { usersArea } from "./areas/users";
import { webPortalsArea } from "./areas/web-portals";
import { webhooksArea } from "./areas/webhooks";
import { workArea } from "./areas/work";
import { workspaceArea } from "./areas/workspace";

export const areas = [
  healthArea,
  metamodelArea,
  settingsArea,
  rolesArea,
  calculationsArea,
  cardsArea,
  relationsArea,
  stakeholdersArea,
  usersArea,
  authArea,
  directoryArea,
  tagsArea,
  favoritesArea,
  todosArea,
  commentsArea,
  documentsArea,
  fileAttachmentsArea,
  signaturesArea,
  adrArea,
  soawArea,
  bpmArea,
  ppmArea,
  notificationsArea,
  eventsArea,
  mutationBatchesArea,
  webhooksArea,
  webPortalsArea,
  eolArea,
  surveysArea,
  bookmarksArea,
  savedReportsArea,
  diagramsArea,
  risksArea,
  reportsArea,
  scenariosArea,
  compareArea,
  cataloguesArea,
  servicenowArea,
  migrationArea,
  aiArea,
  analysesArea,
  turbolensArea,
  complianceArea,
  workspaceArea,
  searchArea,
  demoArea,
  workArea,
  backupsArea,
  diagnosticsArea,
] as const;
