# Az oldal szavai.

# Keret
page-title = callshot
page-language-en = English
page-language-fi = suomi
page-language-hu = magyar
nav-label = Oldalak
nav-scoreboard = Eredményjelző
nav-table = Asztal
nav-referee = Játékvezető
nav-player = Játékos
nav-setup = Beállítás
nav-history = Visszanézés
nav-overlay = Közvetítés
skip-to-content = Ugrás a tartalomra
language = Nyelv
connection-lost = A kapcsolat megszakadt; magától helyreáll.
connection-waiting = Várakozás a programra …
refused = Nem elfogadva: { $why }
send = Küldés
cancel = Mégse
default = alapérték
value = Érték
points = Pontok
balls = Golyók

# Szerepek
login-title = Játékvezető
login-help = A PIN ott látható, ahol a programot elindították.
login-pin = PIN-kód
login-button = Tovább
join-title = Csatlakozás telefonnal
join-help = Olvassa be a saját kódját a játékvezető táblagépéről, vagy írja be ide. Egyszer használható.
join-code = Kód
join-button = Csatlakozom

# Játékok
game-none = Csak lökések
game-congestion = Congestion-játék
game-8ball-fi = 8-as, finn szabályok
game-8ball-hu = 8-as, magyar szabályok
game-9ball-fi = 9-es, finn szabályok
game-9ball-hu = 9-es, magyar szabályok
game-141-fi = 14/1, finn szabályok
game-141-hu = 14/1, magyar szabályok
game-lag-fi = Tempólökés, finn szabályok
game-lag-hu = Tempólökés, magyar szabályok

# Eredményjelző és döntés
no-session = Nincs játék folyamatban. A játékvezető a Beállításban indíthat.
at-the-table = az asztalnál
unit-points = pont
unit-racks = játék
ruling-title = Döntés
ruling-none = Még nem volt döntés.
clauses = Pontok:
clause-unknown = A pont szövege nem elérhető.
waiting-for-answer = Válaszra várunk
waiting-for-players = Egy játékos válaszára várunk
fouls-in-row = hibák egymás után: { $n }
whammies = whammyk: { $n } / 4
innings-fouls = hibás körök egymás után: { $n }
owes = tartozik: { $whom }
is-out = kiesett { $why }
stroke-of-inning = { $n }. lökés
ball-on = Soron lévő:
on-the-table = { $n } golyó az asztalon

# Asztal
table-label = Az asztal felülről
unsure = bizonytalan
uncertain = Tisztázatlan:
put-back = Vissza a helyükre
to-spot = Visszateendő
off-by = { $mm } mm eltérés
missing = nem látható
is-right = a helyén
not-placed = még nincs az asztalon
stroke-number = { $n }. lökés
no-stroke = Még nem volt lökés.
step-contact = { $a } – { $b }
step-off-table = { $ball } elhagyta az asztalt
step-jump = { $ball } ugrik
step-return = { $ball } visszatér
step-touch = { $ball } megérintve
no-film = A film már nincs meg.
clip = A lökés filmje

# A játékvezető táblagépe
tab-now = Most
tab-fouls = Hibák
tab-correct = Javítás
tab-undo = Visszavonás
tab-players = Emberek
tab-state = Folyó játék
call-ball = Bemondott golyó: érintse meg
call-pocket = { $ball }: érintse meg a lyukat
called = Bemondva: { $ball }, { $pocket }
announce = Bejelentés
warned-two-fouls = Figyelmeztetve: két hiba
warned-placement = Figyelmeztetve: nem a homlokvonal mögött
save-clip = A film megőrzése
unseen-title = Hibák, amelyeket a kamera nem lát
unseen-help = Egy érintés: ehhez a lökéshez tartozik: { $n }.
unsporting-title = Sportszerűtlen magatartás
fact-double_hit = kettős érintés
fact-push_contact = tolás
fact-miscue = félrelökés vagy alálökés
fact-feet = egyik láb sem érte a talajt
fact-touched_by_hand = kézzel érintve
fact-touched_by_clothing = ruhával érintve
fact-touched_by_equipment = dákóval vagy segéddel érintve
fact-third_ball_disturbed = harmadik golyó érintése
fact-struck_with = nem a bőrrel
fact-balls_in_motion_at_strike = mozgó golyók
fact-placement_by_tip_forward_motion = a fehér előretolása lehelyezéskor
fact-marks_drawn = jelölés az asztalon
fact-measuring_aid_used = hézag mérése eszközzel
correct-foul = Az nem volt hiba
not-a-foul = Nem hiba: { $foul }
no-foul-to-correct = Az utolsó lökésben nincs hiba.
correct-first = Más golyót talált először
correct-first-help = Érintse meg azt, amelyet először talált.
correct-ball = Ez a golyó egy másik
correct-ball-help = Érintse meg a rosszul nevezett golyót, majd azt, ami valójában.
this-ball-is = { $ball } valójában:
undo-title = Lökések visszavonása
undo-help = Minden sor mutatja, hogyan állna a játék. A napló mindkettőt megőrzi.
undo-start = Az első lökés előtt
undo-after = Lökés után: { $n }
undo-preview = A golyók a lökés után: { $n }
codes-title = Kódok a telefonokhoz
codes-help = Mindenki a sajátját olvassa be. Egy kód egyszer, egy telefonon érvényes.
qr-for = QR-kód: { $player }
has-joined = { $player } csatlakozott
new-code = Új kód
viewing-title = Ki nézheti
viewing-open = Bárki ezen a hálózaton
leave-title = Feladás, távozás
concedes = { $player } feladja
leaves = { $player } távozik
entry-title = Folyó játék bevitele
entry-help = A golyókat úgy vesszük, ahogy a kamera most látja.
entry-shooter = Az asztalnál
entry-phase = Szakasz
phase-play = játékban
phase-break = kezdés előtt
entry-group = Csoport: { $player }
group-open = nyitott
entry-score = Állás
entry-fouls = Hibák egymás után
entry-stash = Megszerzett golyók (5, 11, 20)
entry-whammies = Whammyk
entry-balls = Az asztalon látható golyók: { $n }
entry-button = Folytatás innen

# A játékos telefonja
your-turn = Ön következik.
pea-title = Titkos száma
pea-enter = Szám megadása vagy húzása
pea-draw = A rendszer húzzon
pea-show = Mutat
pea-hide = Elrejt
pea-total = { $pea }, összesen { $total }
declare-win = Elértem a végső pontszámot
declare-bust = Túlléptem
declare-sure = Biztosan: { $what }? Érintse meg újra.

place-seen = A kamera látja, hová kerülnek
place-touch = Válasszon golyót, majd érintse meg a helyét az asztalon.

# Beállítás
setup-game = Játék
setup-players = Játékosok, sorrendben
add-player = Új játékos
move-up = Feljebb: { $player }
remove = Törlés: { $player }
setup-balls = Golyókészlet
setup-options = Helyi szabályok ({ $n })
setup-languages = Bemondás nyelve
setup-begin = Játék indítása
setup-end = Játék befejezése
setup-sent = Elküldve a programnak.
setup-sound = Hang
setup-volume = Hangerő
setup-mute = Némítás
setup-unmute = Hang be
setup-table = Asztal és kamera
setup-table-help = A program magától megtalálja az asztalt. Ha téved, húzza a sarkokat a falak éléhez.
table-error = Az illesztés hibája: { $mm } mm
look = A kamera képe
look-again = Új kép
no-picture = Most nincs kép.
find-table = Asztal keresése
corners = A játékfelület sarkai
corner-head-left = homlok, bal
corner-head-right = homlok, jobb
corner-foot-right = tő, jobb
corner-foot-left = tő, bal
setup-head = Az asztal homlok felőli vége a képen
side-left = balra
side-right = jobbra
side-top = felül
side-bottom = alul
setup-size = Az asztal mérete
use-corners = Ezek a sarkok jók
setup-colours = A golyók színei
setup-colours-help = Tegye a készlet golyóit egymástól távol az asztalra. A program tizenkét másodpercig nézi őket, és megmutatja, melyik színt melyik golyónak vette.
learn-colours = Színek betanulása
confirm-colours = A megjelölt { $n } jó: megtartás
forget-colours = Színek elfelejtése
colours-check = A rajzolt golyónak, a képnek és a színnek ugyanannak a golyónak kell lennie. Érintse meg a hibás sort.
colours-missing = Nem látszott elég jól:
colours-looking = A golyók nézése: { $percent } %
learning = Számolás …
colours-kept = { $n } szín megmarad, és mostantól használatban van.
colours-forgotten = A színek elfelejtve.
setup-lens = Objektív
setup-lens-help = Csak ha az asztal vonalai görbének látszanak. Nyomtassa ki a mintát, ragassza sík lapra, indítsa el, és tartsa negyven másodpercig a kamera alá sokféle szögben és helyen, a kép sarkaiban is. Utána keresse meg újra az asztalt.
lens-board = A nyomtatandó minta (PDF)
learn-lens = A minta nézése
lens-looking = A minta nézése: { $percent } %
lens-kept = Az objektív megmarad: { $n } nézet, { $error } px eltérés. Most keresse meg újra az asztalt.

notices = A program üzenetei
health = Állapot
health-fps = { $fps } kép másodpercenként, { $dropped } kimaradt
health-temperature = Processzor { $c } °C
health-disk = { $gb } GB szabad

# Visszanézés
filter-player = Játékos
filter-what = Lökések
filter-all = mind
filter-fouls = hibások
filter-questions = kérdésesek
filter-made = belökött golyóval
export-csv = Mentés CSV-be
export-jsonl = A napló mentése
strokes-n = Lökések: { $n }
nothing-yet = Még semmi
share = Kép megosztása
stats = Statisztika
stats-line = Lökések { $strokes }, belökött golyóval { $made }, hibával { $fouls }
stats-speed = Leggyorsabb lökött golyó { $fastest } m/s, csúcsok átlaga { $mean } m/s
stats-breaks = Kezdések { $n }, szabályos { $legal }, belökött golyó { $balls }, fehér a lyukban { $scratches }
plot-speed = A lökött golyó csúcssebessége (m/s), lökések
plot-distance = Első golyó belökve, távolság szerint (mm)
plot-cut = Első golyó belökve, vágásszög szerint (fok)
plot-fouls = Hibák fajtánként
heat-cue = Hol állt meg a fehér
heat-object = Hol álltak meg a célgolyók

undo-button = Vissza ide (visszavon { $n ->
    [one] 1 lökést
   *[other] { $n } lökést
    })
