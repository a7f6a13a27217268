/** Icons: lucide's, and those of card types, whose metamodel names Google's material icons. */
import {
  AppWindow,
  ArrowLeftRight,
  Boxes,
  BrainCircuit,
  Building,
  Building2,
  Cable,
  CircleDot,
  Cloud,
  Cpu,
  Database,
  FileText,
  Flag,
  Globe,
  KeyRound,
  Layers,
  LayoutGrid,
  type LucideIcon,
  MapPin,
  Network,
  Package,
  Plug,
  Rocket,
  Route,
  Server,
  ShieldCheck,
  Smartphone,
  Star,
  Store,
  Tags,
  Target,
  Truck,
  User,
  Users,
  Workflow,
  Wrench,
} from "lucide-react";
import type { CSSProperties } from "react";

type Size = 12 | 14 | 16;

/** Shows an icon in the colour of its text. Screen readers skip it: the word next to it is read. */
export function Icon({ of: Sign, size = 16, className = "" }: { of: LucideIcon; size?: Size; className?: string }) {
  return <Sign aria-hidden className={`i ${size === 16 ? "" : `i${size}`} ${className}`} />;
}

/** Material icon of the metamodel → ours. */
const SIGNS: Record<string, LucideIcon> = {
  account_tree: Network,
  api: Plug,
  app_shortcut: AppWindow,
  apps: LayoutGrid,
  business: Building,
  cable: Cable,
  category: Tags,
  cloud: Cloud,
  corporate_fare: Building2,
  database: Database,
  description: FileText,
  devices: Smartphone,
  dns: Server,
  domain: Building,
  flag: Flag,
  group: Users,
  groups: Users,
  hub: Network,
  inventory_2: Package,
  key: KeyRound,
  language: Globe,
  layers: Layers,
  local_shipping: Truck,
  location_on: MapPin,
  memory: Cpu,
  person: User,
  psychology: BrainCircuit,
  public: Globe,
  rocket_launch: Rocket,
  route: Route,
  schema: Workflow,
  security: ShieldCheck,
  settings: Wrench,
  star: Star,
  storage: Server,
  store: Store,
  storefront: Store,
  swap_horiz: ArrowLeftRight,
  sync_alt: Cable,
  track_changes: Target,
  view_module: Boxes,
  widgets: Boxes,
};

/** The names of the icons of card types, each sign once. */
export const SIGN_NAMES: readonly string[] = [
  ...new Map(Object.entries(SIGNS).map(([name, sign]) => [sign, name])).values(),
];

/** Shows the icon of a card type in its colour, whose lightness and strength are the theme's. */
export function TypeIcon({ type, size = 14 }: { type: { icon: string; color: string } | undefined; size?: Size }) {
  const Sign = SIGNS[type?.icon ?? ""] ?? CircleDot;
  return (
    <Sign
      aria-hidden
      className={`i ty ${size === 16 ? "" : `i${size}`}`}
      style={{ "--c": type?.color ?? "#777777" } as CSSProperties}
    />
  );
}
