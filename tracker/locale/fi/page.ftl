# Sivun sanat.

# Kehys
page-title = callshot
page-language-en = English
page-language-fi = suomi
page-language-hu = magyar
nav-label = Sivut
nav-scoreboard = Tulostaulu
nav-table = Pöytä
nav-referee = Tuomari
nav-player = Pelaaja
nav-setup = Asetukset
nav-history = Historia
nav-overlay = Lähetyksen kuva
skip-to-content = Siirry sisältöön
language = Kieli
connection-lost = Yhteys katkesi; se palaa itsestään.
connection-waiting = Odotetaan ohjelmaa …
refused = Ei hyväksytty: { $why }
send = Lähetä
cancel = Peruuta
default = oletus
value = Arvo
points = Pisteet
balls = Pallot

# Roolit
login-title = Tuomari
login-help = PIN-koodi näkyy siellä, missä ohjelma käynnistettiin.
login-pin = PIN-koodi
login-button = Jatka
join-title = Liity puhelimella
join-help = Skannaa oma koodisi tuomarin taululta tai kirjoita se tähän. Koodi toimii kerran.
join-code = Koodi
join-button = Liity

# Pelit
game-none = Vain lyönnit
game-congestion = Congestion-peli
game-8ball-fi = Kasipeli, suomalaiset säännöt
game-8ball-hu = Kasipeli, unkarilaiset säännöt
game-9ball-fi = Ysipeli, suomalaiset säännöt
game-9ball-hu = Ysipeli, unkarilaiset säännöt
game-141-fi = Jatkopeli 14.1, suomalaiset säännöt
game-141-hu = Jatkopeli 14.1, unkarilaiset säännöt
game-lag-fi = Teikkaus, suomalaiset säännöt
game-lag-hu = Teikkaus, unkarilaiset säännöt

# Tulostaulu ja ratkaisu
no-session = Peliä ei ole käynnissä. Tuomari aloittaa sen asetuksista.
at-the-table = lyöntivuorossa
unit-points = pistettä
unit-racks = erää
ruling-title = Ratkaisu
ruling-none = Mitään ei ole vielä ratkaistu.
clauses = Kohdat:
clause-unknown = Kohdan teksti ei ole saatavilla.
waiting-for-answer = Odotetaan vastausta
waiting-for = Odotetaan vastausta – { $what }
waiting-for-players = Odotetaan pelaajan vastausta
fouls-in-row = virheitä peräkkäin: { $n }
whammies = whammyt: { $n } / 4
innings-fouls = virhevuoroja peräkkäin: { $n }
owes = velkaa: { $whom }
is-out = ulkona { $why }
stroke-of-inning = lyönti { $n }
ball-on = Kohdepallo:
on-the-table = pöydällä { $n } palloa

# Pöytä
table-label = Pöytä ylhäältä
unsure = epävarma
uncertain = Epäselvää:
put-back = Pallot takaisin paikoilleen
to-spot = Pilkutettavat
off-by = { $mm } mm sivussa
missing = ei näy
is-right = kohdallaan
not-placed = ei vielä pöydällä
stroke-number = Lyönti { $n }
about-stroke = Koskee lyöntiä { $n }
no-stroke = Yhtään lyöntiä ei ole vielä lyöty.
step-contact = { $a } – { $b }
step-off-table = { $ball } pöydältä
step-jump = { $ball } hyppää
step-return = { $ball } palaa
step-touch = { $ball } koskettu
no-film = Filmiä ei enää ole.
clip = Filmi lyönnistä
clip-of-stroke = Filmi lyönnistä { $n }
clip-of = Filmi: { $what }
clip-asked = Filmi siitä, mitä kysytään

# Tuomarin taulu
tab-now = Nyt
tab-fouls = Virheet
tab-correct = Korjaa
tab-undo = Peru
tab-players = Pelaajat
tab-state = Kesken oleva peli
call-ball = Maalattu pallo: kosketa sitä
call-pocket = { $ball }: kosketa pussia
called = Maalattu: { $ball }, { $pocket }
announce = Ilmoita
warned-two-fouls = Varoitettu: kaksi virhettä
warned-placement = Varoitettu: ei ylälinjan takana
save-clip = Säilytä filmi tästä
unseen-title = Virheet, joita kamera ei näe
unseen-help = Yksi kosketus: kuuluu lyöntiin { $n }.
unsporting-title = Epäurheilijamainen käytös
fact-double_hit = keppi kosketti kiveä kahdesti
fact-push_contact = työntölyönti
fact-miscue = kiksi tai lapiointi
fact-feet = molemmat jalat irti lattiasta
fact-touched_by_hand = kosketus kädellä
fact-touched_by_clothing = kosketus vaatteella
fact-touched_by_equipment = kosketus kepillä tai tuella
fact-third_ball_disturbed = kosketus kolmanteen palloon
fact-struck_with = ei kärjellä
fact-balls_in_motion_at_strike = pallot vielä liikkeessä
fact-placement_by_tip_forward_motion = kiveä työnnetty eteenpäin asetettaessa
fact-marks_drawn = pöytään tehty merkki
fact-measuring_aid_used = väli mitattu apuvälineellä
correct-foul = Se ei ollut virhe
not-a-foul = Ei virhe: { $foul }
no-foul-to-correct = Viime lyönnissä ei ole virhettä.
correct-first = Ensin osuttiin toiseen palloon
correct-first-help = Kosketa palloa, johon osuttiin ensin.
correct-ball = Tämä pallo on toinen
correct-ball-help = Kosketa väärin nimettyä palloa, sitten oikeaa.
this-ball-is = { $ball } on oikeasti:
undo-title = Peru lyöntejä
undo-help = Jokainen rivi näyttää, miten peli silloin olisi. Tallenteet säilyttävät molemmat.
undo-start = Ennen ensimmäistä lyöntiä
undo-after = Lyönnin { $n } jälkeen
undo-preview = Pallot lyönnin { $n } jälkeen
codes-title = Koodit puhelimille
codes-help = Kukin skannaa omansa. Koodi toimii kerran, yhdellä puhelimella.
qr-for = QR-koodi: { $player }
has-joined = { $player } on liittynyt
new-code = Uusi koodi
viewing-title = Kuka saa katsoa
viewing-open = Kaikki tässä verkossa
leave-title = Luovutus, poistuminen
concedes = { $player } luovuttaa
leaves = { $player } poistuu
entry-title = Syötä kesken oleva peli
entry-help = Pallot otetaan niin kuin kamera ne nyt näkee.
entry-shooter = Lyöntivuorossa
entry-phase = Vaihe
phase-play = peli käynnissä
phase-break = ennen aloitusta
entry-group = Ryhmä: { $player }
group-open = avoin
entry-score = Pisteet
entry-fouls = Virheitä peräkkäin
entry-stash = Pallot hallussa (5, 11, 20)
entry-whammies = Whammyt
entry-balls = Pöydällä näkyy palloja: { $n }
entry-button = Jatka tästä

# Pelaajan puhelin
your-turn = Sinun vuorosi.
pea-title = Salainen numerosi
pea-enter = Syötä tai nosta numero
pea-draw = Järjestelmä nostaa
pea-show = Näytä
pea-hide = Piilota
pea-total = { $pea }, yhteensä { $total }
declare-win = Loppupisteeni ovat täynnä
declare-bust = Menin yli
declare-sure = Varmasti: { $what }? Kosketa uudelleen.

place-seen = Kamera näkee, minne ne asetetaan
place-touch = Valitse pallo ja kosketa sen paikkaa pöydällä.

# Asetukset
setup-game = Peli
setup-players = Pelaajat, vuorojärjestyksessä
add-player = Lisää pelaaja
move-up = Siirrä ylös: { $player }
remove = Poista: { $player }
setup-balls = Pallosarja
setup-options = Talon säännöt ({ $n })
setup-languages = Kuulutukset kielillä
setup-begin = Aloita peli
setup-end = Lopeta peli
setup-is-played = { $players }: peli on kesken ja loppuisi tähän.
setup-begin-sure = Lopeta se ja aloita uusi
setup-end-sure = Kyllä, lopeta peli
setup-sent = Lähetetty ohjelmalle.
setup-sound = Ääni
setup-volume = Äänenvoimakkuus
setup-mute = Hiljennä
setup-unmute = Puhu
setup-table = Pöytä ja kamera
setup-table-help = Ohjelma löytää pöydän itse. Jos se on väärässä, vedä kulmat vallien reunoihin.
table-error = Sovitetun pöydän virhe: { $mm } mm
look = Näytä kameran kuva
look-again = Uusi kuva
no-picture = Kuvaa ei nyt ole.
find-table = Etsi pöytä
corners = Pelialueen kulmat
corner-head-left = ylä, vasen
corner-head-right = ylä, oikea
corner-foot-right = ala, oikea
corner-foot-left = ala, vasen
setup-head = Pöydän yläpää on kuvassa
side-left = vasemmalla
side-right = oikealla
side-top = ylhäällä
side-bottom = alhaalla
setup-size = Pöydän koko
use-corners = Käytä näitä kulmia
setup-colours = Pallojen värit
setup-colours-help = Levitä sarjan pallot erilleen pöydälle. Ohjelma katsoo niitä kaksitoista sekuntia ja näyttää, minkä värin se yhdisti mihinkin palloon.
learn-colours = Opi värit
confirm-colours = Merkityt { $n } ovat oikein: tallenna
forget-colours = Unohda värit
colours-check = Piirretyn pallon, kuvan ja värin on oltava sama pallo. Kosketa väärää riviä.
colours-missing = Ei nähty tarpeeksi hyvin:
colours-looking = Katsotaan palloja: { $percent } %
learning = Lasketaan …
colours-kept = { $n } väriä on tallennettu ja käytössä tästä lähtien.
colours-forgotten = Värit on unohdettu.
setup-lens = Objektiivi
setup-lens-help = Vain jos pöydän viivat näyttävät kaarevilta. Tulosta ruudukko, liimaa se tasaiselle alustalle, käynnistä ja pidä sitä kameran alla neljäkymmentä sekuntia monessa kulmassa ja paikassa, myös kuvan kulmissa. Etsi pöytä sitten uudelleen.
lens-board = Tulostettava ruudukko (PDF)
learn-lens = Katso ruudukkoa
lens-looking = Katsotaan ruudukkoa: { $percent } %
lens-kept = Objektiivi on tallennettu: { $n } näkymää, virhe { $error } px. Etsi nyt pöytä uudelleen.

notices = Mitä ohjelma sanoo
health = Kunto
health-fps = { $fps } kuvaa sekunnissa, { $dropped } jäänyt väliin alusta lukien
health-temperature = Suoritin { $c } °C
health-disk = { $gb } Gt vapaana

# Historia
filter-game = Peli
game-now = käynnissä oleva peli
games-all = kaikki { $n } tallennettua peliä ja käynnissä oleva
games-loading = Luetaan vielä { $n } …
games-none = ei peliä
won-by = voittaja { $winner }
games-won = Voitetut pelit
filter-player = Pelaaja
filter-what = Lyönnit
filter-all = kaikki
filter-fouls = virheelliset
filter-questions = kysymykselliset
filter-made = pallo pussitettu
export-csv = Tallenna CSV
export-jsonl = Tallenna tallenteet
strokes-n = Lyöntejä: { $n }
nothing-yet = Ei vielä mitään
share = Jaa kuva
stats = Tilastot
stats-line = Lyöntejä { $strokes }, pallo pussitettu { $made }, virheitä { $fouls }
stats-speed = Nopein lyöty pallo { $fastest } m/s, huippujen keskiarvo { $mean } m/s
stats-breaks = Aloituksia { $n }, onnistuneita { $legal }, palloja pussiin { $balls }, kivi pussiin { $scratches }
plot-speed = Lyödyn pallon huippunopeus (m/s), lyöntejä
plot-distance = Ensimmäinen pallo pussiin, etäisyyden mukaan (mm)
plot-cut = Ensimmäinen pallo pussiin, leikkauskulman mukaan (astetta)
plot-fouls = Virheet lajeittain
heat-cue = Minne kivi pysähtyi
heat-object = Minne kohdepallot pysähtyivät

undo-button = Palaa tähän (peruu { $n ->
    [one] 1 lyönnin
   *[other] { $n } lyöntiä
    })
or-rename = Eikö se ole { $ball }? Oikea numero valitaan pöydän alta.
redo-title = Palauta perutut
redo-help = Jokainen rivi näyttää pelin sellaisena kuin se olisi. Kun jotain muuta lyödään tai sanotaan, tämä poistuu.
redo-button = Siirry tähän (palauttaa { $n ->
    [one] 1 lyönnin
   *[other] { $n } lyöntiä
    })
set-pool15 = Pool, pallot 1–15
set-pool9 = Pool, pallot 1–9
set-baseball21 = Baseball pool, pallot 1–21
set-congestion = Congestion, kaikki 57 palloa
set-snooker22 = Snooker, 22 palloa
set-english = Punaiset, keltaiset ja musta
set-carom3 = Kara, 3 palloa
set-any = Mikä pöydällä onkin
table-7ft = 7 jalkaa (1981 × 991 mm)
table-8ft = 8 jalkaa (2235 × 1118 mm)
table-8ft-pro = 8 jalkaa, suuri (2337 × 1169 mm)
table-9ft = 9 jalkaa (2540 × 1270 mm)
table-10ft = 10 jalkaa (2845 × 1423 mm)
table-12ft = 12 jalkaa (3569 × 1778 mm)
aim-final-score = loppupisteet { $n }
aim-points = { $n } pisteeseen
aim-racks = { $n } erävoittoon
aim-sets = paras { $n } setistä
play-again = Sama uudestaan
another-game = Toinen peli
over-undo = Oliko se väärin? Peruminen ja korjaus toimivat yhä.
may-choose = Voi valita:
undo-said = Peru se, mitä lyönnin { $n } jälkeen sanottiin
table-looking = Etsitään pöytää …
plot-breaks = Mitä aloituksista seurasi
break-scratch = kivi menetettiin
break-made = { $n ->
    [one] 1 pallo pussiin
   *[other] { $n } palloa pussiin
    }
