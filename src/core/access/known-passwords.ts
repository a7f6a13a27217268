/** Common passwords, in lower case. Runs of digits and repetitions are recognized by their form and needn't be listed. */

/** Stems: passwords without digits and signs at both ends, with `@`, `0`, `$` … replaced by letters. */
const stems = new Set(
  `
  password passwort passwd passphrase pass contrasena contraseña motdepasse senha parola wachtwoord adgangskode haslo
  mypassword newpassword thepassword yourpassword oldpassword userpassword testpassword adminpassword rootpassword
  passwordadmin passwordtest passwordpassword passpass secretpassword temppassword defaultpassword changepassword
  admin administrator adminadmin sysadmin superadmin admins root rootroot toor superuser supervisor sysop operator
  manager user username testuser guest guestguest default changeme changeit changethis changemenow pleasechange
  letmein letmeinnow letmeinplease opensesame welcome welcomehome welcomeback welcomewelcome willkommen bienvenue
  bienvenido benvenuto hello hellohello helloworld hellothere hola bonjour login loginlogin signin access accessgranted
  secret secrets topsecret mysecret private master mastermaster masterkey security secure server service database
  computer internet network system windows microsoft google facebook twitter amazon apple oracle android samsung
  postgres mysql mongodb redis docker kubernetes jenkins tomcat github gitlab jira confluence atlassian salesforce
  sharepoint outlook cisco juniper vmware ubuntu linux debian redhat servicenow sap enterprise architect architecture
  company business office corporate temporary temp temptemp test testing testtest tester testing testaccount demo
  demodemo demouser example sample training trainee student teacher school university college
  spring summer autumn fall winter frühling fruehling sommer herbst printemps primavera verano otono invierno
  january february march april may june july august september october november december
  januar februar märz maerz mai juni juli oktober dezember
  monday tuesday wednesday thursday friday saturday sunday montag dienstag mittwoch donnerstag freitag samstag sonntag
  sunshine sunflower princess dragon monkey football baseball basketball soccer hockey superman batman spiderman
  ironman starwars startrek pokemon pikachu naruto minecraft fortnite superstar rockstar iloveyou iloveu loveyou
  iloveyouso lovelove mylove lovely trustno trustnobody whatever nothing something anything freedom forever friends
  family mother father brother sister daughter charlie michael jennifer jessica jordan thomas andrew matthew joshua
  daniel william robert richard anthony alexander alexandra elizabeth michelle nicole samantha ashley amanda
  hunter ranger buster tigger shadow ginger pepper cookie chocolate cheese banana orange strawberry blueberry
  pineapple butterfly rainbow unicorn diamond silver golden purple yellow monster killer ninja phoenix eagle falcon
  mustang ferrari porsche mercedes corvette harley yamaha toyota honda liverpool chelsea arsenal barcelona
  realmadrid juventus bayern dortmund manchester cowboys steelers yankees lakers london paris berlin madrid munich
  münchen hamburg vienna zurich zürich moscow newyork america england germany deutschland france espana italia
  schweiz switzerland russia china canada australia blessed jesus jesuschrist christian heaven angel angels
  matrix gandalf hogwarts harrypotter skywalker darthvader chewbacca terminator einstein merlin ncc whiskey
  corona covid quarantine lockdown vaccine happy happynewyear newyear christmas birthday holiday vacation weekend
  qwerty qwertz azerty qwert qwertyu qwertyui qwertyuio qwertyuiop qwertzuiop azertyuiop qwertyqwerty asdf asdfg
  asdfgh asdfghj asdfghjk asdfghjkl asdfasdf asdasd asdasdasd zxcv zxcvb zxcvbn zxcvbnm yxcvbnm qazwsx qazwsxedc
  qwerasdf qwerasdfzxcv qweasd qweasdzxc qweqwe qwe asd zxc poiuytrewq lkjhgfdsa mnbvcxz
  abc abcd abcde abcdef abcdefg abcdefgh abcdefghi abcdefghij abcdefghijk abcabc abcabcabc xyz
  `
    .trim()
    .split(/\s+/),
);

/** Whole passwords: keyboard walks and the like. */
const patterns = new Set(
  `
  1q2w3e 1q2w3e4r 1qaz2wsx zaq12wsx q1w2e3r4 1234qwer qwer1234 123qwe 1qazxsw2 159753 147258 147258369 112233 11223344
  123321 12344321 696969 2580
  1q2w3e4r5t 1q2w3e4r5t6y 1q2w3e4r5t6z 1q2w3e4r5t6y7u 1q2w3e4r5t6y7u8i 1qaz2wsx3edc 1qaz2wsx3e 1qaz2wsx3edc4rfv
  q1w2e3r4t5 q1w2e3r4t5y6 q1w2e3r4t5z6 q1w2e3r4t5y6u7 qaz1wsx2edc3 zaq12wsxcde3 zaq1xsw2cde3 zaq12wsx3edc
  1qazxsw23edc 2wsx3edc4rfv 3edc4rfv5tgb qwer1234asdf qwe123asd456 qwe123asd456zxc asd123qwe456 123qweasdzxc
  123qwe456rty 123qwe123qwe qwe123qwe123 1234qwerasdf 1234qwerasdfzxcv 12qwaszxcd qwerty123qwerty a1b2c3d4e5
  a1b2c3d4e5f6 a1b2c3d4e5f6g7 1a2b3c4d5e 1a2b3c4d5e6f 1a2s3d4f5g 1a2s3d4f5g6h abc123abc123 abc123def456
  a123456789 a1234567890 aa12345678 aa123456789 abc1234567 abc12345678 abc123456789 123456789a 1234567890a
  12345678ab 12345678abc q123456789 q1234567890 z123456789 123456789q 1234567890q pass1word2 p4ssw0rd123
  zxcvbnm123 asdf1234asdf asdf1234qwer qazwsx123edc 1qa2ws3ed4rf 7ujm8ik9ol0p 5tgb6yhn7ujm 1234abcd1234 abcd1234efgh
  abcd12345678 a12345678b 11aa22bb33 aa11bb22cc 112233aabb aabb112233 aabbcc1122 1234567qwe 12345qwert 12345qwerty
  `
    .trim()
    .split(/\s+/),
);

const asLetters: Record<string, string> = {
  "@": "a",
  "4": "a",
  "3": "e",
  "1": "i",
  "!": "i",
  "|": "l",
  "0": "o",
  $: "s",
  "5": "s",
  "7": "t",
};

const ends = /^[^\p{L}@$]+|[^\p{L}]+$/gu;
const disguises = /[@431!|0$57]/g;

const digits = "01234567890123456789";
const isRun = (text: string) => text !== "" && (digits.includes(text) || [...digits].reverse().join("").includes(text));

/** Maps the unit of a repetition (`abcabc` → `abc`); the text itself when it repeats nothing. */
const once = (text: string) => text.match(/^(.+?)\1+$/u)?.[1] ?? text;
const isOneSign = (text: string) => /^(.)\1*$/u.test(text);

/** Returns the stems of a lower-case text, and those of the part that it repeats. */
const stemsOf = (lower: string) =>
  [lower, once(lower)]
    .map((text) => text.replace(ends, "").replace(disguises, (sign) => asLetters[sign] ?? sign))
    .flatMap((stem) => [stem, once(stem)])
    .filter((stem) => stem !== "");

/** Checks whether a password is a common one, also in disguise (`P@ssw0rd2025!`). */
export function isKnownPassword(password: string): boolean {
  const lower = password.toLowerCase();
  const bare = lower.replace(/[^\p{L}\p{N}]+/gu, "");
  if (patterns.has(bare) || isRun(once(bare)) || isOneSign(lower)) return true;
  return stemsOf(lower).some((stem) => isOneSign(stem) || stems.has(stem));
}

/** Checks whether a password is nothing but a name, in disguise or with digits and signs around it. */
export function isNameOnly(password: string, name: string): boolean {
  const one = password.toLowerCase();
  const other = name.toLowerCase();
  if (other === "") return false;
  const stemsOfName = new Set(stemsOf(other));
  return one === other || stemsOf(one).some((stem) => stemsOfName.has(stem));
}
